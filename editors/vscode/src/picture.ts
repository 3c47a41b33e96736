// The page that shows the path of a gradient.

/** Follow the scheme of the editor rather than that of the system. */
const SYSTEM_DARK = "@media (prefers-color-scheme: dark) {";
const EDITOR_DARK = "body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light) {";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Return a page with a picture; nothing in it can run or load anything. */
export function pictureHtml(svg: string): string {
  return page(svg.split(SYSTEM_DARK).join(EDITOR_DARK));
}

/** Return a page with one sentence, where there is no picture. */
export function messageHtml(message: string): string {
  return page(`<p>${escaped(message)}</p>`);
}

function page(body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>The path of the gradient</title>
<style>svg { max-width: 100%; height: auto; }</style>
</head>
<body>${body}</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
