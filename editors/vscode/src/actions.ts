// Actions at a finding, beside those of the server: show its path, verify it.

import * as vscode from "vscode";

export const SOURCE = "tflintgrad";

/** True for findings about a gradient; TFG0xx are about the run. */
export function isAboutGradient(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.source === SOURCE && !codeOf(diagnostic).startsWith("TFG0");
}

export function codeOf(diagnostic: vscode.Diagnostic): string {
  const code = diagnostic.code;
  return String(typeof code === "object" ? code.value : code);
}

export class FindingActions implements vscode.CodeActionProvider {
  static readonly kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return context.diagnostics.filter(isAboutGradient).flatMap((found) => {
      const at = [document.uri, found.range.start];
      const actions = [action("Show the path of the gradient", "tflintgrad.showPath", at, found)];
      if (vscode.workspace.isTrusted) {
        const title = `Verify ${codeOf(found)} by running the program`;
        actions.push(action(title, "tflintgrad.verify", at, found));
      }
      return actions;
    });
  }
}

function action(
  title: string,
  command: string,
  parameters: unknown[],
  diagnostic: vscode.Diagnostic,
): vscode.CodeAction {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.command = { title, command, arguments: parameters };
  made.diagnostics = [diagnostic];
  return made;
}
