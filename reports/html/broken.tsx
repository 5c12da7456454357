import type { VNode } from 'preact';
import { byReason } from '../report/by-reason.ts';
import type { GateCauseKind } from '../report/gate.ts';
import { byOperations, likelyCauses, withoutSamePage } from '../report/likely-causes.ts';
import type { Report, ReportResult } from '../report/report.ts';
import { grouped } from '../terminal/grouped.ts';
import { remedyFor } from '../terminal/remedies.ts';
import { visibleText } from './exchange/visible-text.ts';
import { checkFragment, linkTo } from './fragments.ts';
import { plainFact } from './limits.ts';
import { outcomeInWords, Sign } from './page/outcome.tsx';
import { Waivers } from './page/waivers.tsx';
import { TargetStop } from './target-stop.tsx';

/** The list of broken requirements shows this cause of the exit status. */
const mustBroken: GateCauseKind = 'must-broken';

const shownBreaches = 8;
const shownReasons = 6;

/** Broken requirements, each with its first finding, and what was not judged. */
export function Broken({ report }: { report: Report }): VNode {
  const { results, gate, observations, waivers } = report;
  const broken = ['failed', 'warned'].flatMap((wanted) =>
    results.filter(({ outcome }) => outcome === wanted),
  );
  const different = withoutSamePage(broken).slice(0, shownBreaches);
  const more = broken.length - different.length;
  const others = gate.causes.filter((_, index) => gate.causeKinds?.[index] !== mustBroken);
  return (
    <section aria-labelledby="broke">
      <h2 id="broke">What broke</h2>
      {broken.length === 0 && <p>Nothing: no answer broke a requirement.</p>}
      {broken.length === 0 && observations.length > 0 && (
        <p>
          Observations where the document leaves room are shown next to its text:{' '}
          <a href="#clauses">{grouped(observations.length)} observations</a>.
        </p>
      )}
      <Causes results={results} />
      <ul class="broken">
        {different.map((result) => (
          <Breach key={`${result.requirement} ${result.operation}`} result={result} />
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a href="#checks">and {more} more, under “By check”</a>
        </p>
      )}
      {others.slice(0, 10).map((cause) => (
        <p key={cause}>{visibleText(cause, 600)}</p>
      ))}
      <Waivers waivers={waivers} />
      <TargetStop report={report} />
      <NotJudged report={report} />
    </section>
  );
}

const shownCauses = 4;
const shownPlaces = 6;

/** What several requirements probably have in common; one repair may mend all of them. */
function Causes({ results }: { results: readonly ReportResult[] }): VNode | null {
  const causes = likelyCauses(results).slice(0, shownCauses);
  if (causes.length === 0) return null;
  return (
    <ul class="causes">
      {causes.map(({ text, places }) => (
        <li key={text}>
          Probably one cause: <b>{visibleText(text, 200)}</b>, in{' '}
          {byOperations(places.slice(0, shownPlaces)).map(({ requirements, operations }, index) => (
            <>
              {index > 0 && '; '}
              {requirements.map((requirement, nth) => (
                <>
                  {nth > 0 && ', '}
                  {operations.slice(0, 1).map((operation) => (
                    <a key={operation} href={linkTo(checkFragment(requirement, operation))}>
                      {requirement}
                    </a>
                  ))}
                </>
              ))}{' '}
              on {operations.join(' and ')}
            </>
          ))}
          {places.length > shownPlaces && `; and ${places.length - shownPlaces} more`}
        </li>
      ))}
    </ul>
  );
}

function Breach({ result }: { result: ReportResult }): VNode {
  const { requirement, operation, outcome, findings, waived } = result;
  const [first] = findings;
  return (
    <li class={outcome}>
      <a href={linkTo(checkFragment(requirement, operation))}>
        <Sign outcome={outcome} />
        {requirement} · {operation}
      </a>
      {first !== undefined && (
        <p>
          {visibleText(first.message, 200)} <span class="rate">{visibleText(first.rate, 40)}</span>
          {waived !== null && <span class="rate">waived</span>}
          {findings.length > 1 && (
            <span class="rate">
              and {findings.length === 2 ? '1 more finding' : `${findings.length - 1} more findings`}
            </span>
          )}
        </p>
      )}
    </li>
  );
}

/** Why requirements were not judged, the most frequent reason first, with a remedy. */
function NotJudged({ report }: { report: Report }): VNode | null {
  const open = report.results.filter(
    ({ outcome }) => outcome === 'inconclusive' || outcome === 'not-exercised',
  );
  if (open.length === 0) return null;
  const groups = byReason(open);
  return (
    <>
      <h2>What was not judged</h2>
      <ul class="reasons">
        {groups.slice(0, shownReasons).map(({ kind, outcome, reason, members }) => (
          <li key={`${outcome} ${kind} ${reason}`}>
            <b>{members.length}</b> {visibleText(`${outcomeInWords(outcome)}: ${reason}`, plainFact)}
            <Remedy remedy={remedyFor(kind, report)} />
          </li>
        ))}
        {groups.length > shownReasons && (
          <li>and {groups.length - shownReasons} more reasons, under “By check”</li>
        )}
      </ul>
    </>
  );
}

function Remedy({ remedy }: { remedy: string | undefined }): VNode | null {
  return remedy === undefined ? null : <span class="remedy"> → {remedy}</span>;
}
