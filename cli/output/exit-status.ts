import { plainLine } from '../../reports/formats/plain-text.ts';
import { NoVerdict } from '../../settings/no-verdict.ts';
import { UnwritableResults } from '../../settings/unwritable-results.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { warn } from './say.ts';

/** Exit statuses of a run, for CI gates (docs/exit-status.md). */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  noVerdict: 3,
  suiteFailed: 4,
} as const;

/** The exit status and message lines of an error that ended a command. */
export function explained(error: unknown): { readonly status: number; readonly lines: readonly string[] } {
  if (error instanceof UsageError) return { status: exitStatus.usage, lines: error.problems };
  if (error instanceof NoVerdict)
    return { status: exitStatus.noVerdict, lines: [error.message, ...responseLines(error.responses)] };
  if (error instanceof UnwritableResults) return { status: exitStatus.suiteFailed, lines: [error.message] };
  const message = error instanceof Error ? error.message : String(error);
  return { status: exitStatus.suiteFailed, lines: [`The suite itself failed: ${message}`] };
}

/** What responded instead of the operations, one per line. */
export function responseLines(responses: Readonly<Record<string, string>>): string[] {
  return Object.entries(responses).map(
    ([operation, response]) => `  ${operation.padEnd(20)} ${plainLine(response, 140)}`,
  );
}

/** Prints what could not be written besides the report, and returns the resulting status: a breach remains a breach. */
export function withUnwritten(status: number, unwritten: readonly string[]): number {
  if (unwritten.length === 0) return status;
  warn(...unwritten);
  return status === exitStatus.nonConformant ? status : exitStatus.suiteFailed;
}
