import type { ComponentChildren, VNode } from 'preact';
import { groupBy } from '../../journal/group-by.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { grouped, visibleText } from '../formats/plain-text.ts';
import { isLoud, type ResultOutcome } from '../report/report.ts';
import type { ShownResult } from '../report/view.ts';
import { Check } from './check-view.tsx';
import {
  checkFragment,
  Facts,
  firstView,
  linkTo,
  outcomeOrder,
  outcomeText,
  Sign,
  signs,
  View,
} from './elements.tsx';
import { ExchangeEntry } from './exchange-view.tsx';
import type { PageContent } from './page-content.ts';

/** Every check, broken ones first, each outcome in the order of the document. */
export function ChecksView({ content }: { content: PageContent }): VNode {
  const { results } = content.report;
  return (
    <View id="checks" title="By check" first={firstView(content.report) === 'checks'}>
      <p class="lead">A check is one requirement on one operation.</p>
      {outcomeOrder.map((outcome) => {
        const some = results.filter((result) => result.outcome === outcome);
        return (
          <OutcomeGroup outcome={outcome} count={some.length}>
            {outcome === 'failed' || outcome === 'warned' ? (
              <ByCause results={some} outcome={outcome} content={content} />
            ) : (
              some.map((result) => <Check result={result} content={content} open={false} />)
            )}
          </OutcomeGroup>
        );
      })}
    </View>
  );
}

/** Broken checks folded below their causes; the first check of the first cause is open. */
function ByCause(props: {
  results: readonly ShownResult[];
  outcome: 'failed' | 'warned';
  content: PageContent;
}): VNode {
  const { results, outcome, content } = props;
  const causes = outcome === 'warned' ? content.report.warnedCauses : content.report.causes;
  const groups = groupBy(results, (result) => result.causes[0] ?? 0);
  const numbers = [...groups.keys()].sort((a, b) => (a || causes.length + 1) - (b || causes.length + 1));
  return (
    <>
      {numbers.map((number, nth) => (
        <details class="group cause" open={nth === 0}>
          <summary>
            <h4>
              {number === 0 ? 'Waived' : `${number}. ${visibleText(causes[number - 1]?.title ?? '', 160)}`}{' '}
              <span class="rate">{groups.get(number)?.length}</span>
            </h4>
          </summary>
          {groups.get(number)?.map((result, index) => (
            <Check result={result} content={content} open={nth + index === 0} />
          ))}
        </details>
      ))}
    </>
  );
}

/** The exchanges in the page, grouped by check. */
export function ExchangesView({ content }: { content: PageContent }): VNode {
  const { counts, results } = content.report;
  return (
    <View id="exchanges" title="By exchange" first={false}>
      <p class="lead">
        {grouped(content.shownExchanges)} of {grouped(counts.exchanges)} exchanges are shown: those of
        findings and the first of every check. <code>exchanges.ndjson</code> has all of them in full. ✂ marks
        a cut; headers of the connection are omitted.
      </p>
      {outcomeOrder.map((outcome) => {
        const some = results.filter(
          (result) => result.outcome === outcome && content.sentFor(result).shown.length > 0,
        );
        return (
          <OutcomeGroup outcome={outcome} count={some.length}>
            {some.map((result) => (
              <ExchangesOf result={result} content={content} />
            ))}
          </OutcomeGroup>
        );
      })}
      {content.others.length > 0 && (
        <details class="group">
          <summary>
            <h3>Outside of checks</h3>
          </summary>
          {content.others.map((exchange) => (
            <ExchangeEntry exchange={exchange} content={content} />
          ))}
        </details>
      )}
    </View>
  );
}

/** All checks with one outcome; only those that are broken are open. */
function OutcomeGroup(props: {
  outcome: ResultOutcome;
  count: number;
  children: ComponentChildren;
}): VNode | null {
  const { outcome, count, children } = props;
  if (count === 0) return null;
  return (
    <details class="group" open={isLoud(outcome)}>
      <summary>
        <h3>
          <span class={`outcome ${outcome}`}>
            {signs[outcome]} {count} {outcomeText(outcome)}
          </span>
        </h3>
      </summary>
      {children}
    </details>
  );
}

function ExchangesOf({ result, content }: { result: ShownResult; content: PageContent }): VNode {
  const { shown, sent } = content.sentFor(result);
  const { requirement: id, operation, outcome, clause } = result;
  return (
    <details class="group" data-outcomes={outcome} data-operations={operation} open={isLoud(outcome)}>
      <summary>
        <h4>
          <Sign outcome={outcome} /> {id} <span class="operation">{operation}</span>{' '}
          <span class="rate">
            {grouped(shown.length)} of {grouped(sent)}
          </span>
        </h4>
      </summary>
      <p class="statement">
        {clause.statement} <a href={linkTo(checkFragment(id, operation))}>The check</a>
      </p>
      {shown.map((exchange) => (
        <ExchangeEntry exchange={exchange} content={content} />
      ))}
    </details>
  );
}

const keys: readonly (readonly [string, string])[] = [
  ['/', 'search'],
  ['Esc', 'clear search and filters'],
  ['j, k', 'next, previous finding (or check, clause, exchange)'],
  ['1 to 5', 'the views, in order'],
  ['?', 'these keys'],
];

/** The views and the filters. Filters are hidden without scripts. */
export function Toolbar({ content }: { content: PageContent }): VNode {
  const { counts } = content.report;
  return (
    <div class="toolbar">
      <nav aria-label="Views">
        <a href="#clauses">By clause</a>
        <a href="#checks">By check</a>
        <a href="#exchanges">By exchange</a>
        <a href="#times">Times</a>
        {content.nights.length > 0 && <a href="#history">History</a>}
      </nav>
      <search class="filters" hidden>
        <label>
          <span class="unseen">Search</span>
          <input id="search" type="search" placeholder="Search ( / )" autocomplete="off" spellcheck={false} />
        </label>
        <Choice
          of="Outcome"
          options={outcomeOrder
            .filter((outcome) => counts[outcome] > 0)
            .map((outcome) => [`${signs[outcome]} ${outcomeText(outcome)}`, outcome])}
        />
        <Choice
          of="Cause"
          options={content.report.causes
            .slice(0, 100)
            .map(({ title }, index) => [`${index + 1}. ${visibleText(title, 60)}`, String(index + 1)])}
        />
        <Choice of="Level" options={['MUST', 'SHOULD', 'OPEN'].map((level) => [level])} />
        <Choice of="Operation" options={operationStems.map((operation) => [operation])} />
        <button type="button" id="clear">
          Clear
        </button>
        <output id="shown" />
        <Keys />
      </search>
    </div>
  );
}

/** A filter. */
function Choice(props: { of: string; options: (readonly [text: string, value?: string])[] }): VNode {
  const id = props.of.toLowerCase();
  return (
    <label>
      <span class="unseen">{props.of}</span>
      <select id={id}>
        <option value="">every {id}</option>
        {props.options.map(([text, value]) => (
          <option {...(value === undefined ? {} : { value })}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** What each key does, and the switch that disables them. */
function Keys(): VNode {
  return (
    <details id="keys">
      <summary>Keys</summary>
      <div>
        <Facts class="keys" facts={keys.map(([key, what]) => [<kbd>{key}</kbd>, what])} />
        <label>
          <input id="keys-on" type="checkbox" checked /> keys are on
        </label>
      </div>
    </details>
  );
}
