/** The page before its script runs: it has nothing of a run in it. */
export const formatShell = (): string =>
  [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    "<title>untildone</title>",
    '<link rel="icon" href="data:,">',
    '<link rel="stylesheet" href="page.css">',
    "</head>",
    "<body>",
    '<div id="page"><main><h1 class="loading">Loading …</h1></main></div>',
    "<noscript>This page needs JavaScript. untildone watch shows a run in a terminal.</noscript>",
    '<script src="page.js"></script>',
    "</body>",
    "</html>",
    "",
  ].join("\n");
