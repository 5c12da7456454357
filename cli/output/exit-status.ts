import { plainLine, plainText } from '../../reports/formats/plain-text.ts';
import { readableEnvironment } from '../../settings/run-environment.ts';
import { NoVerdict, UnwritableResults } from '../../settings/run-errors.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { createRedactor } from '../../wire/redact.ts';
import { warn } from './say.ts';

/** Exit statuses of a run, for CI gates (docs/exit-status.md). */
export const exitStatus = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  noVerdict: 3,
  suiteFailed: 4,
} as const;

/** Settings that are secret. Messages of ours do not contain them; those of a provisioner, a command or a bug might. */
const secretSettings = ['TARGET_TOKEN', 'TARGET_TOKEN_SECRET', 'TARGET_EXPIRED_TOKEN'] as const;

/** The exit status and message lines of an error that ended a command, without secrets, and without what a terminal would do. */
export function explained(error: unknown): { readonly status: number; readonly lines: readonly string[] } {
  const { status, lines } = statusAndLines(error);
  const redactor = createRedactor();
  const environment = readableEnvironment();
  for (const name of secretSettings) redactor.add(environment[name] ?? '', 'setting');
  return { status, lines: lines.map((line) => plainText(redactor.text(line))) };
}

function statusAndLines(error: unknown): ReturnType<typeof explained> {
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
