import type { VNode } from 'preact';
import { grouped, visibleText } from '../formats/plain-text.ts';
import { byOperations, type Cause } from '../report/causes.ts';
import type { GateCauseKind } from '../report/gate.ts';
import type { Report } from '../report/report.ts';
import { stopRemedy, stopText } from '../report/target-stop.ts';
import type { ReportView } from '../report/view.ts';
import {
  Copyable,
  checkFragment,
  exchangeFragment,
  HintText,
  linkTo,
  outcomeText,
  plainFact,
} from './elements.tsx';

/** The list of broken requirements shows this cause of the exit status. */
const mustBroken: GateCauseKind = 'must-broken';

const shownReasons = 6;

/** What broke by cause, and what was not judged. */
export function Broken({ report }: { report: ReportView }): VNode {
  const { gate, observations, waivers, causes, warnedCauses, waived } = report;
  const isBroken = causes.length + warnedCauses.length + waived.length > 0;
  const others = gate.causes.filter((_, index) => gate.causeKinds?.[index] !== mustBroken);
  return (
    <section aria-labelledby="broke">
      <h2 id="broke">What to repair</h2>
      {!isBroken && <p>Nothing: no response broke a requirement.</p>}
      {!isBroken && observations.length > 0 && (
        <p>
          Observations of behaviour the document leaves open are shown next to its text:{' '}
          <a href="#clauses">{grouped(observations.length)} observations</a>.
        </p>
      )}
      <Causes causes={causes} />
      {warnedCauses.length > 0 && <h2>Warnings</h2>}
      <Causes causes={warnedCauses} />
      {others.slice(0, 10).map((cause) => (
        <p>{visibleText(cause, 600)}</p>
      ))}
      <Waivers waivers={waivers} />
      <TargetStop report={report} />
      <NotJudged report={report} />
    </section>
  );
}

const shownCauses = 40;
const shownPlaces = 12;

/** The causes in the order of what turns green; the first is open. */
function Causes({ causes }: { causes: readonly Cause[] }): VNode | null {
  if (causes.length === 0) return null;
  const more = causes.length - shownCauses;
  return (
    <ol class="causes">
      {causes.slice(0, shownCauses).map((cause, index) => (
        <li class={cause.example.result.outcome}>
          <details open={index === 0}>
            <summary>
              {!cause.isKnown && <span class="rate">No known cause: </span>}
              <b>{visibleText(cause.title, 200)}</b> <span class="rate">{cause.worth}</span>
            </summary>
            <CauseText cause={cause} />
          </details>
        </li>
      ))}
      {more > 0 && (
        <li>
          <a href="#checks">and {more} more, under “By check”</a>
        </li>
      )}
    </ol>
  );
}

/** The repair, an example, and the requirements that go with a cause. */
function CauseText({ cause: { stacks, places, example } }: { cause: Cause }): VNode {
  const { finding, result } = example;
  return (
    <>
      {stacks.length > 0 && (
        <p class="remedy">
          → <HintText hint={{ title: '', stacks }} />
        </p>
      )}
      <p>
        <a href={linkTo(checkFragment(result.requirement, result.operation))}>Example</a>:{' '}
        {visibleText(finding.message, 200)} <span class="rate">{visibleText(finding.rate, 60)}</span>
        {finding.actual !== '' && <>; received: {visibleText(finding.actual, 200)}</>}
      </p>
      <p>
        Breaks <Places places={places} />.
      </p>
    </>
  );
}

function Places({ places }: Pick<Cause, 'places'>): VNode {
  return (
    <>
      {byOperations(places.slice(0, shownPlaces)).map(({ requirements, operations }, index) => (
        <>
          {index > 0 && '; '}
          {requirements.map((requirement, nth) => (
            <>
              {nth > 0 && ', '}
              {operations.slice(0, 1).map((operation) => (
                <a href={linkTo(checkFragment(requirement, operation))}>{requirement}</a>
              ))}
            </>
          ))}{' '}
          on {operations.join(' and ')}
        </>
      ))}
      {places.length > shownPlaces && `; and ${places.length - shownPlaces} more`}
    </>
  );
}

/** Why requirements were not judged, the most frequent reason first, with a remedy. */
function NotJudged({ report }: { report: ReportView }): VNode | null {
  const groups = report.unjudged('inconclusive', 'not-exercised');
  if (groups.length === 0) return null;
  return (
    <>
      <h2>What was not judged</h2>
      <ul class="reasons">
        {groups.slice(0, shownReasons).map(({ outcome, reason, remedy, members }) => (
          <li>
            <b>{members.length}</b> {visibleText(`${outcomeText(outcome)}: ${reason}`, plainFact)}
            <Remedy remedy={remedy} />
          </li>
        ))}
        {groups.length > shownReasons && (
          <li>and {groups.length - shownReasons} more reasons, under “By check”</li>
        )}
      </ul>
    </>
  );
}

/** A setting or an action that helps. */
export function Remedy({ remedy }: { remedy: string | undefined }): VNode | null {
  return remedy === undefined ? null : <span class="remedy"> → {remedy}</span>;
}

const shownWaivers = 20;

/** Every waiver of the run and its state. The verdict ignores waivers; the exit status does not. */
function Waivers({ waivers }: Pick<ReportView, 'waivers'>): VNode | null {
  if (waivers.length === 0) return null;
  return (
    <>
      <h2>Waivers</h2>
      <ul class="waivers">
        {waivers.slice(0, shownWaivers).map((waiver) => (
          <li>
            <b>{waiver.state.replace('-', ' ')}</b>{' '}
            {visibleText(
              waiver.said ??
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

/** The requests that were in progress when the target stopped answering. */
function TargetStop({ report: { targetStop } }: { report: Report }): VNode | null {
  if (targetStop === undefined) return null;
  return (
    <>
      <h2>The target stopped answering</h2>
      <p>
        {stopText(targetStop)} <span class="remedy">→ {stopRemedy}</span>
      </p>
      <ul class="stop">
        {targetStop.candidates.map(({ requirement, operation, request, exchange, sentAt, replay }) => (
          <li>
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
