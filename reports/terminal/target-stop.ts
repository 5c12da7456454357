import { plainLine } from '../formats/plain-text.ts';
import { withNames } from '../formats/shown-text.ts';
import type { Evidence } from '../replay/evidence.ts';
import type { Report } from '../report/report.ts';
import { stopInWords, stopRemedy } from '../report/stop-in-words.ts';
import { exchangeLines } from './finding-lines.ts';
import { andMore, blank, line, type TerminalLine } from './lines.ts';
import { wrapped } from './wrapped.ts';

/** How many requests are shown; report.json has more. */
const shown = 4;

/** The requests that were in progress when the target stopped answering, with the commands that send them again. */
export function stopLines({ targetStop }: Report, evidence: Evidence, columns: number): TerminalLine[] {
  if (targetStop === undefined) return [];
  const { requests, candidates } = targetStop;
  const row = (label: string, text: string): TerminalLine[] =>
    wrapped(`  ${label.padEnd(10)}`, plainLine(text, 300), columns);
  return [
    blank,
    ...wrapped('', stopInWords(targetStop), columns, ['bold', 'yellow']),
    ...wrapped('  → ', stopRemedy, columns),
    ...candidates.slice(0, shown).flatMap(({ requirement, operation, request, exchange, sentAt, replay }) => {
      const found = evidence.exchange(exchange);
      const wrong = evidence.caseOf(exchange)?.wrong ?? 'valid';
      return [
        blank,
        line(`  ${requirement} · ${operation}`),
        ...row('request', withNames(request)),
        ...row('sent at', sentAt),
        ...(found === undefined ? [] : exchangeLines(found, columns, wrong === 'valid' ? '' : wrong.pointer)),
        line(`  ${'again'.padEnd(10)}${plainLine(replay)}`),
      ];
    }),
    ...andMore(requests - Math.min(shown, candidates.length)),
  ];
}
