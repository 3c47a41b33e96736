// Runs tflintgrad to its end.

import { spawn } from "node:child_process";

export interface Outcome {
  code: number | null;
  output: string;
  errors: string;
}

/** Run a command and return what it printed; `stop` ends it early. */
export function run(
  command: readonly string[],
  folder: string | undefined,
  stop?: (kill: () => void) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const [program = "", ...parameters] = command;
    const child = spawn(program, parameters, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    child.on("error", (problem) => resolve({ code: null, output, errors: errors + problem.message }));
    child.on("close", (code) => resolve({ code, output, errors }));
    stop?.(() => child.kill());
  });
}

export async function works(command: readonly string[]): Promise<boolean> {
  return (await run(command, undefined)).code === 0;
}
