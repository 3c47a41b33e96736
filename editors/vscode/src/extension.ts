// tflintgrad in VS Code: the language server, and what the protocol has no words for.

import * as vscode from "vscode";
import { FindingActions } from "./actions";
import { PathPanel } from "./panel";
import { Session } from "./session";
import { verifyAt } from "./verify";

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("tflintgrad");
  const running = (session = new Session(output));
  const panel = new PathPanel((uri, position) => running.picture(uri, position));
  const python: vscode.DocumentSelector = [{ language: "python" }];

  /** Run a command at a place; without one, at the cursor. */
  const atPlace =
    (act: (uri: vscode.Uri, position: vscode.Position) => Promise<void>) =>
    async (uri?: vscode.Uri, position?: vscode.Position): Promise<void> => {
      const editor = vscode.window.activeTextEditor;
      // The menu of an editor passes the file alone.
      const place = position ?? editor?.selection.active;
      const text = position ? uri : editor?.document.uri;
      if (text && place) await act(text, place);
    };

  context.subscriptions.push(
    output,
    panel,
    vscode.languages.registerCodeActionsProvider(python, new FindingActions(), FindingActions.kinds),
    vscode.commands.registerCommand("tflintgrad.showPath", atPlace((uri, at) => panel.show(uri, at))),
    vscode.commands.registerCommand(
      "tflintgrad.verify",
      atPlace((uri, at) => verifyAt(uri, at, running.command, output)),
    ),
    vscode.commands.registerCommand("tflintgrad.restart", () => running.restart()),
    vscode.commands.registerCommand("tflintgrad.showOutput", () => output.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("tflintgrad.command")) void running.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.restart()),
  );
  await running.start();
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}
