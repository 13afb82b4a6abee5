/** Hooks of Node's module loader: where an address of the server has its file, and that these files are modules. */
const SOURCE = new URL("../../src/tesserae/", import.meta.url);

export function resolve(specifier, context, next) {
	const game = /^\/static\/games\/(\w+)\/(.+)$/.exec(specifier);
	if (game) return next(new URL(`games/${game[1]}/web/${game[2]}`, SOURCE).href, context);
	if (specifier.startsWith("/static/")) return next(new URL(specifier.replace("/static", "web"), SOURCE).href, context);
	return next(specifier, context);
}

export function load(url, context, next) {
	return next(url, url.startsWith(SOURCE.href) ? { ...context, format: "module" } : context);
}
