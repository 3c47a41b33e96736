// What `tflintgrad verify --output-format json` says about one finding.

export interface Place {
  code: string;
  /** Lines and columns count from 1; columns in UTF-16 code units, as those of the editor do. */
  row: number;
  column: number;
  /** The number of the notebook's cell, or null. */
  cell: number | null;
}

export interface Verification {
  verdict: "confirmed" | "refuted" | "inconclusive";
  reason: string;
  device: string | null;
}

interface Finding {
  code: string;
  message: string;
  filename: string;
  cell: number | null;
  location: { row: number; utf16_column: number };
  verification?: Verification | null;
}

/** Return the findings of a report; throw an error if it is none. */
export function parseReport(report: string): Finding[] {
  const parsed: unknown = JSON.parse(report);
  if (!Array.isArray(parsed)) throw new Error("the report is no list");
  return parsed as Finding[];
}

/** Return what was found out about the finding at a place: the nearest of its rule on its line. */
export function verdictAt(findings: readonly Finding[], place: Place): Verification | undefined {
  const distance = (item: Finding) => Math.abs(item.location.utf16_column - place.column);
  return findings
    .filter((item) => item.code === place.code && item.cell === place.cell && item.location.row === place.row)
    .sort((one, other) => distance(one) - distance(other))
    .map((item) => item.verification ?? undefined)[0];
}

/** Return all verdicts, one line for each. */
export function summary(findings: readonly Finding[]): string[] {
  return findings.map((item) => {
    const cell = item.cell === null ? "" : `cell ${item.cell}:`;
    const where = `${item.filename}:${cell}${item.location.row}: ${item.code}`;
    const found = item.verification;
    return found ? `${where} ${found.verdict}: ${found.reason}` : `${where} ${item.message}`;
  });
}
