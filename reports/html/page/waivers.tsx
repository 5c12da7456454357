import type { VNode } from 'preact';
import type { Report, ReportResult } from '../../report/report.ts';
import { waivedInWords, waiverInWords } from '../../report/waiver-in-words.ts';
import { visibleText } from '../exchange/visible-text.ts';
import { plainFact } from '../limits.ts';

const shownWaivers = 20;

/** Every waiver of the run and its state. The verdict ignores waivers; the exit status does not. */
export function Waivers({ waivers }: Pick<Report, 'waivers'>): VNode | null {
  if (waivers.length === 0) return null;
  return (
    <>
      <h2>Waivers</h2>
      <ul class="waivers">
        {waivers.slice(0, shownWaivers).map((waiver) => (
          <li key={JSON.stringify(waiver)}>
            <b>{waiver.state.replace('-', ' ')}</b>{' '}
            {visibleText(
              waiverInWords(waiver) ??
                `${waiver.requirement}${waiver.operation === undefined ? '' : ` on ${waiver.operation}`} until ${waiver.expires}, ${waiver.owner} (${waiver.issue}): ${waiver.reason}`,
              plainFact,
            )}
          </li>
        ))}
        {waivers.length > shownWaivers && <li>and {waivers.length - shownWaivers} more in report.json</li>}
      </ul>
    </>
  );
}

/** The owner, expiry and reason of the waiver of a failure, if it is waived. */
export function Waived({ result, report }: { result: ReportResult; report: Report }): VNode | null {
  const words = waivedInWords(result, report);
  return words === undefined ? null : <p class="waived">Failed, but {visibleText(words, plainFact)}</p>;
}
