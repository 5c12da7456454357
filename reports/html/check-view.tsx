import type { VNode } from 'preact';
import { checkId } from '../../engine/check.ts';
import {
  type CircumstanceKind,
  type CountedCircumstances,
  circumstanceKinds,
} from '../../journal/circumstances.ts';
import { groupBy } from '../../journal/group-by.ts';
import { definitionOf } from '../../operations/operations.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import type { ReportObservation } from '../report/report.ts';
import type { ShownResult } from '../report/view.ts';
import { Remedy } from './broken.tsx';
import {
  Copyable,
  checkFragment,
  linkTo,
  Outcome,
  observedText,
  plainFact,
  requirementFragment,
} from './elements.tsx';
import { ExchangeLink } from './exchange-view.tsx';
import { Findings } from './finding-view.tsx';
import type { PageContent } from './page-content.ts';
import type { ShownExchange } from './shown-exchange.ts';

const linkedExchanges = 8;

/** One requirement on one operation: its text, outcome, findings and exchanges. */
export function Check(props: { result: ShownResult; content: PageContent; open: boolean }): VNode {
  const { result, content, open } = props;
  const { requirement: id, operation, level, outcome, findings, excuse } = result;
  const [first] = findings;
  const { statement, quote, section } = result.clause;
  return (
    <details
      class="check item"
      id={checkFragment(id, operation)}
      data-outcomes={outcome}
      data-operations={operation}
      data-levels={level}
      data-causes={outcome === 'warned' ? '' : result.causes.join(' ')}
      open={open}
    >
      <summary>
        <Outcome outcome={outcome} /> <b class="name">{id}</b> <span class="operation">{operation}</span>{' '}
        <span class="level">{level}</span> <span class="statement">{statement}</span>
        {first !== undefined && <span class="message">{visibleText(first.message, 200)}</span>}
      </summary>
      <blockquote>
        “{readable(quote)}” <a href={linkTo(requirementFragment(id))}>{section}</a>{' '}
        <a class="link" href={linkTo(checkFragment(id, operation))}>
          Link to this check
        </a>
      </blockquote>
      <Basis result={result} />
      {excuse !== undefined && <p class="waived">Failed, but {visibleText(excuse, plainFact)}</p>}
      <Findings result={result} content={content} />
      {first !== undefined && (
        <>
          <p class="again">Send it again, in the folder of this file</p>
          <Copyable text={visibleText(`ledger-conformance replay . ${checkId(result)}`, 1_000)} />
        </>
      )}
      <Observed id={id} operations={[operation]} content={content} atOnce={6} />
      <Exchanges result={result} content={content} />
    </details>
  );
}

/** A quoted table row without its pipes. */
function readable(quote: string): string {
  return quote.replace(/^\| | \|$/g, '').replaceAll(' | ', ' · ');
}

function Basis({ result }: { result: ShownResult }): VNode {
  const { outcome, reason, remedy, answersJudged, circumstances } = result;
  // A pass on few answers has a reason that says how much it proves.
  if (reason === null || outcome === 'passed') {
    return (
      <p class="basis">
        {grouped(answersJudged)} {answersJudged === 1 ? 'response' : 'responses'} judged.
        {reason !== null && ` ${visibleText(reason, plainFact)}`}
        {circumstances !== undefined &&
          ` Conditions: ${visibleText(circumstancesText(circumstances), plainFact)}.`}
      </p>
    );
  }
  return (
    <p class="basis">
      Not judged: {visibleText(reason, plainFact)}
      <Remedy remedy={remedy} />
    </p>
  );
}

/** One and several of each kind. */
const words: Readonly<Record<CircumstanceKind, readonly [one: string, several: string]>> = {
  client: ['client', 'clients'],
  scheme: ['scheme', 'schemes'],
  connection: ['kind of connection', 'kinds of connections'],
  framing: ['framing of the body', 'framings of the body'],
  'key-type': ['type of key', 'types of keys'],
  'optional-fields': ['set of optional fields', 'sets of optional fields'],
};

/** How many values of a kind are named. */
const namedValues = 4;

/** Such as `14 clients, 2 schemes (api-key, bearer)`; the number of values of each kind, and their names if they are few. */
export function circumstancesText(counted: CountedCircumstances): string {
  return circumstanceKinds
    .flatMap((kind) => {
      const values = Object.keys(counted[kind] ?? {});
      if (values.length === 0) return [];
      const [one, several] = words[kind];
      const isNamed = values.length <= namedValues && values.every((value) => !value.includes(' '));
      return [
        `${values.length} ${values.length === 1 ? one : several}${isNamed ? ` (${values.join(', ')})` : ''}`,
      ];
    })
    .join(', ');
}

function Exchanges({ result, content }: { result: ShownResult; content: PageContent }): VNode | null {
  const { shown, sent } = content.sentFor(result);
  if (shown.length > 0) {
    return (
      <Links
        lead={`Sent for this check (${grouped(shown.length)} of ${grouped(sent)} exchanges shown):`}
        shown={shown}
        within={`${result.requirement}@${result.operation}/`}
      />
    );
  }
  const judged = content.judgedFor(result);
  return judged.length === 0 ? null : (
    <Links lead="Also judged on responses to other checks, such as" shown={judged} />
  );
}

function Links(props: { lead: string; shown: readonly ShownExchange[]; within?: string }): VNode {
  const { lead, shown, within } = props;
  const more = shown.length - linkedExchanges;
  return (
    <p class="sent">
      {lead}
      {shown.slice(0, linkedExchanges).map((exchange) => (
        <>
          {' '}
          <ExchangeLink exchange={exchange} within={within} />
        </>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

/** What the target does where the document leaves it open; long lists are collapsed. */
export function Observed(of: {
  id: string;
  operations: readonly Operation[];
  content: PageContent;
  atOnce: number;
}): VNode | null {
  const { id, operations, content, atOnce } = of;
  const isOf = (each: ReportObservation): boolean => each.id === id && operations.includes(each.operation);
  const shown = content.observations.filter(isOf);
  // Equal values are one, in order of first appearance.
  const seen = [...groupBy(shown, ({ value }) => value).values()];
  const more = content.report.observations.filter(isOf).length - shown.length;
  if (seen.length === 0) return null;
  return (
    <div class="observed">
      <b>Observed</b>
      <Values seen={seen.slice(0, atOnce)} operations={operations} />
      {seen.length > atOnce && (
        <details>
          <summary>{seen.length - atOnce + more} more</summary>
          <Values seen={seen.slice(atOnce)} operations={operations} />
          {more > 0 && <p>✂ {more} more in report.json</p>}
        </details>
      )}
    </div>
  );
}

function Values(of: { seen: readonly ReportObservation[][]; operations: readonly Operation[] }): VNode {
  const { seen, operations } = of;
  return (
    <ul>
      {seen.map((alike) => (
        <li>
          {visibleText(alike[0]?.value ?? '', observedText)}
          {alike.length < operations.length && (
            <span class="rate">
              {' '}
              on {alike.map(({ operation }) => definitionOf(operation).shortName).join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
