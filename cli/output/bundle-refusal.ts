import { BundleRefused, type RefusalKind } from '../../certificate/bundle-refused.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { indented } from '../../reports/terminal/wrapped.ts';
import { say } from './say.ts';

/** The exit status of each kind of refusal (docs/exit-status.md). */
const statusOf: Readonly<Record<RefusalKind, number>> = {
  signature: 3,
  timestamp: 6,
  'log-entry': 6,
  integrity: 5,
  schema: 6,
  'required-set': 7,
  judgement: 8,
  'expired-or-secret': 9,
  revoked: 10,
};

/** The exit status of a refused bundle. */
export function refusalStatus(kind: RefusalKind): number {
  return statusOf[kind];
}

/** Runs a step that may refuse a bundle; if it does, prints why and returns the status of the reason. */
export async function orRefusal(
  step: () => Promise<number>,
  explained = (kind: string, sentence: string): string => `rejected (${kind}): ${sentence}`,
): Promise<number> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    sayPlainly(explained(error.kind.replaceAll('-', ' '), error.message));
    return refusalStatus(error.kind);
  }
}

/** Prints lines that may contain text of others. */
export function sayPlainly(...lines: string[]): void {
  say(...lines.flatMap((line) => indented(plainLine(line, 1_000), 0)));
}
