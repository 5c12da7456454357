import type { Hint } from '../../../reports/report/hint.ts';
import { indented } from '../../../reports/terminal/wrapped.ts';

/** Some requirements have dozens of mistakes; JSON has all of them. */
const shown = { mistakes: 6, stacks: 3 };

/** What servers usually get wrong, each with what to set in some stacks and where that is documented. */
export function mistakeLines(mistakes: readonly Hint[], requirement: string): string[] {
  if (mistakes.length === 0) return [];
  const more = mistakes.length - shown.mistakes;
  return [
    '',
    '  What servers usually get wrong:',
    ...mistakes.slice(0, shown.mistakes).flatMap(({ title, stacks }) => [
      '',
      ...indented(title, 4),
      ...stacks.slice(0, shown.stacks).flatMap(({ name, behaviour, remedy, source }) => [
        ...indented(`${name}: ${behaviour} ${remedy}`, 6),
        // Not wrapped, so that it can be opened.
        `      ${source}`,
      ]),
    ]),
    ...(more > 0
      ? ['', ...indented(`${more} more: ledger-conformance explain ${requirement} --format json`, 4)]
      : []),
  ];
}
