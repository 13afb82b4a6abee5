"""How `make docs` turns this folder into a site. Nothing is fetched from elsewhere, neither now nor by its readers."""

import logging

import tesserae

logging.getLogger("alembic").setLevel(logging.WARNING)

project = "Tesserae"
author = copyright = "The Tesserae authors"
version = release = tesserae.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
exclude_patterns = ["pictures"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
default_role = "code"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"

html_theme = "furo"
html_title = f"Tesserae {version}"
html_favicon = "../src/tesserae/web/icon.svg"
html_theme_options = {"sidebar_hide_name": False}
html_show_sourcelink = False


def http_api(app, docname, source):
    """The routes of the server in place of a marker, from its own OpenAPI description."""
    if docname != "http":
        return
    from tesserae.server.app import Config, create_app

    schema = create_app(Config("tables.db")).openapi_schema.to_schema()
    lines = []
    for path, operations in sorted(schema["paths"].items()):
        for method, operation in operations.items():
            lines += [f"## `{method.upper()} {path}`", "", operation.get("description", ""), ""]
            lines += [f"- `{given['name']}` in the {given['in']}" for given in operation.get("parameters", ())]
            for kind in operation.get("requestBody", {}).get("content", {}).values():
                lines += [f"- takes {named(kind['schema'])}"]
            for code, answer in operation["responses"].items():
                if code.startswith("2"):
                    kinds = answer.get("content", {}).values()
                    given = ", ".join(named(kind["schema"]) for kind in kinds if "schema" in kind) or "nothing"
                    lines += [f"- answers {code} with {given}"]
            lines.append("")
    source[0] = source[0].replace("<!-- routes -->", "\n".join(lines))


def named(schema):
    return f"`{schema['$ref'].rsplit('/', 1)[-1]}`" if "$ref" in schema else f"`{schema.get('type', 'JSON')}`"


def setup(app):
    app.connect("source-read", http_api)
