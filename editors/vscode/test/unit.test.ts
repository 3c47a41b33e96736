// The parts that need neither an editor nor a server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { chooseCommand } from "../src/command";
import { messageHtml, pictureHtml } from "../src/picture";
import { run } from "../src/processes";
import { parseReport, summary, verdictAt } from "../src/verdicts";

const always = async () => true;
const never = async () => false;

test("the setting wins, then the interpreter, then the PATH", async () => {
  const choice = { configured: ["/opt/tflintgrad"], interpreter: "/venv/python", trusted: true, works: always };
  assert.deepEqual(await chooseCommand(choice), ["/opt/tflintgrad"]);
  assert.deepEqual(await chooseCommand({ ...choice, configured: [] }), ["/venv/python", "-m", "tflintgrad"]);
  assert.deepEqual(await chooseCommand({ ...choice, configured: [], works: never }), ["tflintgrad"]);
  assert.deepEqual(await chooseCommand({ ...choice, configured: [], interpreter: undefined }), ["tflintgrad"]);
});

test("an untrusted workspace chooses nothing", async () => {
  const choice = { configured: ["./evil"], interpreter: "./.venv/python", trusted: false, works: always };
  assert.deepEqual(await chooseCommand(choice), ["tflintgrad"]);
});

const finding = (row: number, column: number, verdict: string, code = "TFG201", cell: number | null = null) => ({
  code,
  message: "lost",
  filename: "train.py",
  cell,
  location: { row, utf16_column: column },
  verification: { verdict, reason: `r${row}.${column}`, device: "cpu:0" },
});

test("the verdict of the nearest finding of the rule on that line", () => {
  const findings = parseReport(
    JSON.stringify([
      finding(5, 3, "confirmed"),
      finding(5, 20, "inconclusive"),
      finding(6, 3, "refuted", "TFG301"),
      finding(5, 3, "refuted", "TFG201", 2),
    ]),
  );
  const at = (row: number, column: number, code = "TFG201", cell: number | null = null) =>
    verdictAt(findings, { code, row, column, cell })?.verdict;
  assert.equal(at(5, 4), "confirmed");
  assert.equal(at(5, 19), "inconclusive");
  assert.equal(at(5, 3, "TFG201", 2), "refuted");
  assert.equal(at(6, 3, "TFG301"), "refuted");
  assert.equal(at(6, 3), undefined);
  assert.deepEqual(summary(findings).slice(2), [
    "train.py:6: TFG301 refuted: r6.3",
    "train.py:cell 2:5: TFG201 refuted: r5.3",
  ]);
});

test("a report that is none is an error", () => {
  assert.throws(() => parseReport("nonsense"));
  assert.throws(() => parseReport("{}"));
});

test("the page of a picture runs and loads nothing, and follows the scheme of the editor", () => {
  const html = pictureHtml("<svg><style>@media (prefers-color-scheme: dark) {.a {}}</style></svg>");
  assert.match(html, /default-src 'none'; style-src 'unsafe-inline'/);
  assert.match(html, /body\.vscode-dark[^{]*\{\.a \{\}\}/);
  assert.doesNotMatch(html, /prefers-color-scheme/);
  assert.match(messageHtml("a < b & c"), /a &lt; b &amp; c/);
});

test("a command that does not exist is no exception", async () => {
  const outcome = await run(["no-such-program-here"], undefined);
  assert.equal(outcome.code, null);
  assert.match(outcome.errors, /ENOENT/);
});

test("every declared command and setting is used, and the other way round", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const source = readFileSync("src/extension.ts", "utf8");
  const declared = manifest.contributes.commands.map((item: { command: string }) => item.command).sort();
  const registered = [...source.matchAll(/registerCommand\(\s*"([\w.]+)"/g)].map((found) => found[1]).sort();
  assert.deepEqual(registered, declared);
});
