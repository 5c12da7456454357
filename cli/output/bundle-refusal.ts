import { BundleRefused, refusalStatus } from '../../certificate/refusal.ts';
import { plainLine } from '../../reports/formats/plain-text.ts';
import { indented } from '../../reports/terminal/lines.ts';
import { say } from './say.ts';

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

/** Prints lines that may contain text of others; where one is wrapped, it goes on behind an indent, so that none looks like another. */
export function sayPlainly(...lines: string[]): void {
  for (const line of lines) {
    const [first = '', ...more] = indented(plainLine(line, 1_000), 2);
    say(first.trimStart(), ...more);
  }
}
