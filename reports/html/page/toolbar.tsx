import type { VNode } from 'preact';
import { operationStems } from '../../../schemas/openapi.ts';
import { outcomeInWords, outcomeOrder, signs } from './outcome.tsx';
import type { PageContent } from './page-content.ts';

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
        <label>
          <span class="unseen">Outcome</span>
          <select id="outcome">
            <option value="">every outcome</option>
            {outcomeOrder
              .filter((outcome) => counts[outcome] > 0)
              .map((outcome) => (
                <option key={outcome} value={outcome}>
                  {signs[outcome]} {outcomeInWords(outcome)}
                </option>
              ))}
          </select>
        </label>
        <label>
          <span class="unseen">Operation</span>
          <select id="operation">
            <option value="">every operation</option>
            {operationStems.map((operation) => (
              <option key={operation}>{operation}</option>
            ))}
          </select>
        </label>
        <button type="button" id="clear">
          Clear
        </button>
        <output id="shown" />
        <Keys />
      </search>
    </div>
  );
}

/** What each key does, and the switch that disables them. */
function Keys(): VNode {
  return (
    <details id="keys">
      <summary>Keys</summary>
      <div>
        <dl>
          {keys.map(([key, what]) => (
            <div class="key" key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label>
          <input id="keys-on" type="checkbox" checked /> keys are on
        </label>
      </div>
    </details>
  );
}
