// The language server: found, started, and started again when its command changes.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { chooseCommand } from "./command";
import type { Picture } from "./panel";
import { works } from "./processes";

const SECTION = "tflintgrad";
const HELP = "https://tflintgrad.github.io/tflintgrad/server/#vs-code";

export class Session {
  /** The command that starts tflintgrad, without its arguments. */
  command: readonly string[] = ["tflintgrad"];
  private client: LanguageClient | undefined;

  constructor(private readonly output: vscode.OutputChannel) {}

  async start(): Promise<void> {
    this.command = await chooseCommand({
      configured: vscode.workspace.getConfiguration(SECTION).get<string[]>("command", []),
      interpreter: await interpreter(),
      trusted: vscode.workspace.isTrusted,
      works,
    });
    const [program = "", ...parameters] = this.command;
    this.output.appendLine(`Starting ${this.command.join(" ")} server`);
    const server = { command: program, args: [...parameters, "server"] };
    this.client = new LanguageClient(SECTION, "tflintgrad", server, this.options());
    try {
      await this.client.start();
    } catch (problem) {
      this.client = undefined;
      this.output.appendLine(String(problem));
      void this.explainFailure();
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.stop();
    } catch (problem) {
      this.output.appendLine(String(problem)); // it ends all the same
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ask the server for the picture of a path. */
  async picture(uri: vscode.Uri, position: vscode.Position): Promise<Picture> {
    if (!this.client) return { message: "the server is not running" };
    const { line, character } = position;
    const asked = { command: "tflintgrad.graph", arguments: [uri.toString(), { line, character }] };
    try {
      return await this.client.sendRequest<Picture>("workspace/executeCommand", asked);
    } catch (problem) {
      // It stopped before it answered, as at a restart.
      return { message: `the server gave no answer: ${problem instanceof Error ? problem.message : problem}` };
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [
        { language: "python", scheme: "file" },
        { language: "python", scheme: "untitled" },
        { language: "python", notebook: "*" },
      ],
      initializationOptions: vscode.workspace.getConfiguration(SECTION),
      synchronize: { configurationSection: SECTION },
      outputChannel: this.output,
    };
  }

  private async explainFailure(): Promise<void> {
    const text = `tflintgrad: cannot start \`${this.command.join(" ")} server\`; run \`pip install 'tflintgrad[server]'\`.`;
    const answer = await vscode.window.showErrorMessage(text, "Help", "Output");
    if (answer === "Help") await vscode.env.openExternal(vscode.Uri.parse(HELP));
    if (answer === "Output") this.output.show(true);
  }
}

/** Return the interpreter that the Python extension uses for the first folder. */
async function interpreter(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension("ms-python.python");
  if (!extension) return undefined;
  try {
    const api = (await extension.activate()) as PythonApi | undefined;
    return api?.environments?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri).path;
  } catch {
    return undefined; // an old or broken extension
  }
}

interface PythonApi {
  environments?: { getActiveEnvironmentPath(resource?: vscode.Uri): { path: string } };
}
