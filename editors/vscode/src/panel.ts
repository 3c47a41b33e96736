// A panel beside the editor that shows the path of a gradient, and follows the edits.

import * as vscode from "vscode";
import { messageHtml, pictureHtml } from "./picture";

/** Asks the server for the picture of what is at a position. */
export type Ask = (uri: vscode.Uri, position: vscode.Position) => Promise<Picture>;

export interface Picture {
  svg?: string;
  message?: string;
}

export class PathPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: { uri: vscode.Uri; position: vscode.Position } | undefined;
  private readonly watcher: vscode.Disposable;

  constructor(private readonly ask: Ask) {
    this.watcher = vscode.languages.onDidChangeDiagnostics((event) => {
      const uri = this.shown?.uri.toString();
      if (this.panel && event.uris.some((changed) => changed.toString() === uri)) void this.refresh();
    });
  }

  async show(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    const picture = await this.ask(uri, position);
    if (picture.svg === undefined) {
      void vscode.window.showInformationMessage(`tflintgrad: ${picture.message ?? "no picture"}`);
      return;
    }
    this.shown = { uri, position };
    const panel = (this.panel ??= this.open());
    panel.webview.html = pictureHtml(picture.svg);
    panel.reveal(undefined, true);
  }

  private async refresh(): Promise<void> {
    if (!this.shown) return;
    const picture = await this.ask(this.shown.uri, this.shown.position);
    if (!this.panel) return; // closed in the meantime
    this.panel.webview.html =
      picture.svg === undefined ? messageHtml(picture.message ?? "no picture") : pictureHtml(picture.svg);
  }

  private open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      "tflintgrad.path",
      "Path of the gradient",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: false, localResourceRoots: [] },
    );
    panel.onDidDispose(() => {
      this.panel = this.shown = undefined;
    });
    return panel;
  }

  dispose(): void {
    this.watcher.dispose();
    this.panel?.dispose();
  }
}
