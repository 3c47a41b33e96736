// The extension and its language client, against the real `tflintgrad server`.
// TFLINTGRAD names the program; by default it is the one on the PATH.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import * as vscode from "vscode";
import { activate, deactivate } from "../src/extension";

interface Message {
  kind: string;
  text: string;
}
interface Fake {
  state: {
    settings: Record<string, Record<string, unknown>>;
    messages: Message[];
    panels: vscode.WebviewPanel[];
    outputs: string[];
    providers: { hover: vscode.HoverProvider[]; actions: vscode.CodeActionProvider[] };
    diagnostics: Map<string, vscode.Diagnostic[]>;
  };
  workspace: {
    openTextDocument(uri: vscode.Uri, text: string): vscode.TextDocument;
    openNotebook(uri: vscode.Uri, texts: string[]): vscode.NotebookDocument;
    edit(document: vscode.TextDocument, text: string): void;
  };
}
const fake = vscode as unknown as Fake;
const { state } = fake;

const PROGRAM = `import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.constant(x.numpy()) * 2.0
print(tape.gradient(y, x))
`;
const RIGHT = PROGRAM.replace("tf.constant(x.numpy())", "x");
const PLACE = new vscode.Position(4, 22);
const TOKEN = new vscode.CancellationTokenSource().token;
const folder = mkdtempSync(path.join(tmpdir(), "tflintgrad-vscode-"));
const tflintgrad = process.env.TFLINTGRAD ?? "tflintgrad";

async function until<T>(what: () => T | undefined | false, seconds = 60): Promise<T> {
  const end = Date.now() + 1000 * seconds;
  for (;;) {
    const found = what();
    if (found) return found;
    assert.ok(Date.now() < end, `never: ${what}\n${state.outputs.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function codes(uri: vscode.Uri): unknown[] | undefined {
  return state.diagnostics
    .get(uri.toString())
    ?.map((item) => (typeof item.code === "object" ? item.code.value : item.code));
}

async function open(name: string, text = PROGRAM, expected = ["TFG201"]): Promise<vscode.TextDocument> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const document = fake.workspace.openTextDocument(vscode.Uri.file(file), text);
  await until(() => codes(document.uri)?.join() === expected.join());
  return document;
}

async function lastMessage(before: number): Promise<Message> {
  await until(() => state.messages.length > before);
  return state.messages.at(-1)!;
}

before(async () => {
  state.settings.tflintgrad = { command: [tflintgrad], verifyArguments: ["--no-cache"] };
  await activate({ subscriptions: [] } as unknown as vscode.ExtensionContext);
  assert.deepEqual(state.messages, []);
});

after(async () => {
  await deactivate();
  rmSync(folder, { recursive: true, force: true });
});

test("diagnostics have a path and a link, and follow edits", async () => {
  const document = await open("a.py");
  const [found] = state.diagnostics.get(document.uri.toString())!;
  assert.equal(found!.source, "tflintgrad");
  assert.equal(found!.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(String((found!.code as { target: vscode.Uri }).target), "https://tflintgrad.github.io/tflintgrad/rules/TFG201/");
  assert.equal(found!.relatedInformation!.length, 3);
  fake.workspace.edit(document, RIGHT);
  await until(() => codes(document.uri)?.length === 0);
});

test("a hover explains the finding", async () => {
  const document = await open("b.py");
  const hovers = await Promise.all(state.providers.hover.map((item) => item.provideHover(document, PLACE, TOKEN)));
  const texts = hovers.flatMap((item) => item?.contents ?? []).map((item) => (item as vscode.MarkdownString).value);
  assert.match(texts.join("\n"), /\*\*TFG201 numpy-escape\*\*/);
});

test("actions fix, suppress, explain, draw and verify", async () => {
  const document = await open("c.py");
  const diagnostics = state.diagnostics.get(document.uri.toString())!;
  const context = { diagnostics, only: undefined, triggerKind: 1 } as vscode.CodeActionContext;
  const range = diagnostics[0]!.range;
  const offered = await Promise.all(
    state.providers.actions.map((item) => item.provideCodeActions(document, range, context, TOKEN)),
  );
  const titles = offered.flatMap((item) => item ?? []).map((item) => item.title);
  for (const title of [
    "Keep the tensor",
    "Suppress TFG201 on this line",
    "Suppress TFG201 in this file",
    "Explain TFG201 (numpy-escape)",
    "Show the path of the gradient",
    "Verify TFG201 by running the program",
  ]) {
    assert.ok(titles.includes(title), `${title} is not among ${titles.join(", ")}`);
  }
});

test("the path is drawn in a panel, which follows edits", async () => {
  const document = await open("d.py");
  await vscode.commands.executeCommand("tflintgrad.showPath", document.uri, PLACE);
  const panel = state.panels.at(-1)!;
  assert.match(panel.webview.html, /<svg [^]*TFG201 numpy-escape/);
  assert.equal(panel.options.enableFindWidget, undefined);
  assert.equal((panel as unknown as { options: { enableScripts: boolean } }).options.enableScripts, false);
  fake.workspace.edit(document, RIGHT);
  await until(() => !panel.webview.html.includes("TFG201"));
  assert.match(panel.webview.html, /<svg /);
});

test("a place without a path is answered in words", async () => {
  const document = await open("e.py", RIGHT, []);
  const count = state.messages.length;
  await vscode.commands.executeCommand("tflintgrad.showPath", document.uri, new vscode.Position(0, 0));
  assert.match((await lastMessage(count)).text, /no gradient query or finding here; see line 6/);
  await vscode.commands.executeCommand("tflintgrad.verify", document.uri, new vscode.Position(0, 0));
  assert.match((await lastMessage(count + 1)).text, /no finding in this line/);
});

test("the finding under the cursor is verified, or the reason is shown", async () => {
  const document = await open("f.py");
  const count = state.messages.length;
  await vscode.commands.executeCommand("tflintgrad.verify", document.uri, PLACE);
  const { kind, text } = await lastMessage(count);
  // Without TensorFlow, or without a sandbox, the command says so.
  if (kind === "error") assert.match(text, /^tflintgrad: TensorFlow is not installed|sandbox/);
  else assert.match(text, /TFG201 confirmed: TensorFlow gives None for `x`/);
});

test("an unsaved text cannot be verified", async () => {
  const uri = vscode.Uri.parse("untitled:Untitled-1");
  const document = fake.workspace.openTextDocument(uri, PROGRAM);
  await until(() => codes(document.uri)?.length === 1);
  const count = state.messages.length;
  await vscode.commands.executeCommand("tflintgrad.verify", uri, PLACE);
  assert.match((await lastMessage(count)).text, /save the program first/);
});

test("the cells of a notebook are one program", async () => {
  const lines = PROGRAM.split("\n");
  const file = vscode.Uri.file(path.join(folder, "study.ipynb"));
  const notebook = fake.workspace.openNotebook(file, [lines.slice(0, 3).join("\n"), lines.slice(3).join("\n")]);
  const cell = notebook.cellAt(1).document.uri;
  await until(() => codes(cell)?.join() === "TFG201");
  assert.equal(state.diagnostics.get(cell.toString())![0]!.range.start.line, 1);
  await vscode.commands.executeCommand("tflintgrad.showPath", cell, new vscode.Position(1, 22));
  assert.match(state.panels.at(-1)!.webview.html, /TFG201 numpy-escape/);
});

test("a server that stops before it answers costs no more than the picture", async () => {
  const document = await open("stopped.py");
  const asked = vscode.commands.executeCommand("tflintgrad.showPath", document.uri, PLACE);
  await vscode.commands.executeCommand("tflintgrad.restart");
  await asked;
});

test("a server that does not start is explained", async () => {
  state.settings.tflintgrad = { command: ["no-such-tflintgrad"] };
  const count = state.messages.length;
  await vscode.commands.executeCommand("tflintgrad.restart");
  await until(() => state.messages.slice(count).some((item) => /pip install 'tflintgrad\[server\]'/.test(item.text)));
  state.settings.tflintgrad = { command: [tflintgrad] };
  await vscode.commands.executeCommand("tflintgrad.restart");
  await open("g.py");
});
