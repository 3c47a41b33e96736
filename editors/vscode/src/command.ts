// Which tflintgrad to start.

export interface Choice {
  /** The setting `tflintgrad.command`. */
  configured: readonly string[];
  /** The interpreter that the Python extension uses for this workspace, if there is one. */
  interpreter: string | undefined;
  /** An untrusted workspace chooses no program: neither by its settings nor by its environments. */
  trusted: boolean;
  /** True if a command exists and ends well. */
  works: (command: readonly string[]) => Promise<boolean>;
}

/** Return the command that starts tflintgrad, without its arguments. */
export async function chooseCommand(choice: Choice): Promise<string[]> {
  if (choice.trusted) {
    if (choice.configured.length > 0) return [...choice.configured];
    if (choice.interpreter !== undefined) {
      const module = [choice.interpreter, "-m", "tflintgrad"];
      if (await choice.works([...module, "--version"])) return module;
    }
  }
  return ["tflintgrad"];
}
