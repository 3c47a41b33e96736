// The command that verifies the finding under the cursor: it runs the saved program in the sandbox.

import * as path from "node:path";
import * as vscode from "vscode";
import { codeOf, isAboutGradient } from "./actions";
import { run } from "./processes";
import { parseReport, summary, verdictAt, type Place } from "./verdicts";

export async function verifyAt(
  uri: vscode.Uri,
  position: vscode.Position,
  command: readonly string[],
  output: vscode.OutputChannel,
): Promise<void> {
  const found = vscode.languages
    .getDiagnostics(uri)
    .find((item) => isAboutGradient(item) && item.range.start.line <= position.line && position.line <= item.range.end.line);
  if (!found) {
    void vscode.window.showInformationMessage("tflintgrad: there is no finding in this line.");
    return;
  }
  const file = await savedFile(uri);
  if (file === undefined) {
    void vscode.window.showWarningMessage("tflintgrad: save the program first; `verify` runs files.");
    return;
  }
  const start = found.range.start;
  const place = { code: codeOf(found), row: start.line + 1, column: start.character + 1, cell: file.cell };
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Verifying ${place.code}`, cancellable: true },
    (_progress, token) => verify(file.path, place, command, output, token),
  );
}

async function verify(
  file: string,
  place: Place,
  command: readonly string[],
  output: vscode.OutputChannel,
  token: vscode.CancellationToken,
): Promise<void> {
  const more = vscode.workspace.getConfiguration("tflintgrad").get<string[]>("verifyArguments", []);
  const words = [...command, "verify", "--output-format", "json", ...more, file];
  const outcome = await run(words, path.dirname(file), (kill) => token.onCancellationRequested(kill));
  if (token.isCancellationRequested) return;
  if (outcome.code !== 0 && outcome.code !== 1) {
    output.appendLine(outcome.errors.trim());
    await tell(output, "error", lastLine(outcome.errors) ?? "`tflintgrad verify` failed");
    return;
  }
  const findings = parseReport(outcome.output);
  [...summary(findings), outcome.errors.trim()].forEach((line) => output.appendLine(line));
  const verdict = verdictAt(findings, place);
  if (!verdict) await tell(output, "info", `${place.code} is not reported for the saved file.`);
  else await tell(output, "info", `${place.code} ${verdict.verdict}: ${verdict.reason}`);
}

async function tell(output: vscode.OutputChannel, kind: "info" | "error", text: string): Promise<void> {
  const show = kind === "error" ? vscode.window.showErrorMessage : vscode.window.showInformationMessage;
  // The progress ends when the message is shown, not when it is answered.
  void show(`tflintgrad: ${text}`, "Details").then((answer) => {
    if (answer === "Details") output.show(true);
  });
}

/** Return the file that a text belongs to, saved; undefined for a text without a file. */
async function savedFile(uri: vscode.Uri): Promise<{ path: string; cell: number | null } | undefined> {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const index = notebook.getCells().findIndex((cell) => cell.document.uri.toString() === uri.toString());
    if (index < 0) continue;
    const saved = notebook.uri.scheme === "file" && (!notebook.isDirty || (await notebook.save()));
    return saved ? { path: notebook.uri.fsPath, cell: index + 1 } : undefined;
  }
  const document = vscode.workspace.textDocuments.find((item) => item.uri.toString() === uri.toString());
  if (uri.scheme !== "file" || !document) return undefined;
  return !document.isDirty || (await document.save()) ? { path: uri.fsPath, cell: null } : undefined;
}

function lastLine(text: string): string | undefined {
  return text.trim().split("\n").pop()?.replace(/^Error: /, "") || undefined;
}
