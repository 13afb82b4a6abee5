// The linter of the browser client. Undefined names and types are tsc's matter, the format is Prettier's.
import js from "@eslint/js";

export default [
	js.configs.recommended,
	{
		languageOptions: { ecmaVersion: 2024, sourceType: "module" },
		linterOptions: { reportUnusedDisableDirectives: "error" },
		rules: {
			"no-undef": "off",
			"no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", caughtErrors: "all" }],
			"max-len": ["error", { code: 120, tabWidth: 2 }],
			"array-callback-return": "error",
			eqeqeq: ["error", "always", { null: "ignore" }],
			"no-constructor-return": "error",
			"no-else-return": "error",
			"no-implicit-coercion": ["error", { boolean: false }],
			"no-self-compare": "error",
			"no-template-curly-in-string": "error",
			"no-throw-literal": "error",
			"no-unreachable-loop": "error",
			"no-unused-expressions": "error",
			"no-useless-assignment": "error",
			"no-useless-return": "error",
			"no-var": "error",
			"object-shorthand": "error",
			"prefer-const": "error",
		},
	},
];
