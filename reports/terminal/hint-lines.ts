import { type Hint, stacksNamed } from '../report/hint.ts';
import { line, type TerminalLine } from './lines.ts';
import { wrapped } from './wrapped.ts';

/** What usually causes a finding, and what to set in some stacks; an address is never wrapped, so that it can be opened. */
export function hintLines({ title, stacks }: Hint, columns: number): TerminalLine[] {
  return [
    ...wrapped(`  ${'likely'.padEnd(10)}`, title, columns),
    ...stacks
      .slice(0, stacksNamed)
      .flatMap(({ name, remedy, source }) => [
        ...wrapped(' '.repeat(12), `${name}: ${remedy}`, columns),
        line(`${' '.repeat(14)}${source}`),
      ]),
  ];
}
