import type { Report, ReportWaiver } from '../report/report.ts';
import { isRed, waiverInWords } from '../report/waiver-in-words.ts';
import { plainText } from './plain-text.ts';
import { xmlElement, xmlText } from './xml.ts';

type Sums = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;

/** What the waivers add to the totals. */
export function waiverSums(waivers: readonly ReportWaiver[]): Sums {
  const failures = waivers.filter(isRed).length;
  const skipped = waivers.filter(({ state }) => state === 'not-exercised').length;
  return { tests: waivers.length, failures, errors: 0, skipped };
}

/**
 * Waivers as a test suite, one case each. A waiver that fails the gate is a failure, or readers of the file would not
 * see it. Empty if there are no waivers.
 */
export function waiverSuite({ waivers, suite }: Report, timestamp: string): string[] {
  if (waivers.length === 0) return [];
  const cases = waivers.map((waiver) => {
    const { requirement, operation, owner, expires } = waiver;
    const name = `${requirement} on ${operation ?? 'every operation'}, waived by ${plainText(owner, 100)} until ${expires}`;
    return `\n    ${xmlElement('testcase', { classname: `${suite.name}.waivers`, name }, outcomeElement(waiver))}`;
  });
  return [
    `  ${xmlElement('testsuite', { name: 'waivers', ...waiverSums(waivers), timestamp }, [...cases, '\n  '])}`,
  ];
}

function outcomeElement(waiver: ReportWaiver): string[] {
  const { state } = waiver;
  if (state === 'not-exercised') return [xmlElement('skipped', { message: 'not exercised in this run' })];
  const message = plainText(waiverInWords(waiver) ?? '', 1_000);
  if (isRed(waiver)) return [xmlElement('failure', { message, type: `${state} waiver` })];
  return message === '' ? [] : [xmlElement('system-out', {}, [xmlText(message)])];
}
