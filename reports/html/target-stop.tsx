import type { VNode } from 'preact';
import type { Report } from '../report/report.ts';
import { stopInWords, stopRemedy } from '../report/stop-in-words.ts';
import { visibleText } from './exchange/visible-text.ts';
import { exchangeFragment, linkTo } from './fragments.ts';
import { plainFact } from './limits.ts';
import { Copyable } from './page/copyable.tsx';

/** The requests that were in progress when the target stopped answering. */
export function TargetStop({ report: { targetStop } }: { report: Report }): VNode | null {
  if (targetStop === undefined) return null;
  return (
    <>
      <h2>The target stopped answering</h2>
      <p>
        {stopInWords(targetStop)} <span class="remedy">→ {stopRemedy}</span>
      </p>
      <ul class="stop">
        {targetStop.candidates.map(({ requirement, operation, request, exchange, sentAt, replay }) => (
          <li key={exchange}>
            <a href={linkTo(exchangeFragment(exchange))}>
              {requirement} · {operation}
            </a>
            : {visibleText(request, plainFact)}, sent at {visibleText(sentAt, 40)}
            <Copyable text={visibleText(replay, 1_000)} />
          </li>
        ))}
      </ul>
    </>
  );
}
