import type { VNode } from 'preact';
import { requirement } from '../../requirements/catalogue.ts';
import { circumstancesInWords } from '../report/circumstances-in-words.ts';
import type { Report, ReportResult } from '../report/report.ts';
import { grouped } from '../terminal/grouped.ts';
import { remedyFor } from '../terminal/remedies.ts';
import { ExchangeLink } from './exchange/exchange.tsx';
import type { ShownExchange } from './exchange/shown-exchange.ts';
import { visibleText } from './exchange/visible-text.ts';
import { Findings } from './finding.tsx';
import { checkFragment, linkTo, requirementFragment } from './fragments.ts';
import { plainFact } from './limits.ts';
import { Observed } from './observed.tsx';
import { Outcome } from './page/outcome.tsx';
import type { PageContent } from './page/page-content.ts';
import { Waived } from './page/waivers.tsx';

const linkedExchanges = 8;

/** One requirement on one operation: its text, outcome, findings and exchanges. */
export function Check(props: { result: ReportResult; content: PageContent; open: boolean }): VNode {
  const { result, content, open } = props;
  const { requirement: id, operation, level, outcome, findings } = result;
  const [first] = findings;
  const { statement, quote, section } = requirement(id);
  return (
    <details
      class="check item"
      id={checkFragment(id, operation)}
      data-outcomes={outcome}
      data-operations={operation}
      open={open}
    >
      <summary>
        <Outcome outcome={outcome} /> <b class="name">{id}</b> <span class="operation">{operation}</span>{' '}
        <span class="level">{level}</span> <span class="statement">{statement}</span>
        {first !== undefined && <span class="message">{visibleText(first.message, 200)}</span>}
      </summary>
      <blockquote>
        “{readable(quote)}” <a href={linkTo(requirementFragment(id))}>{section}</a>
      </blockquote>
      <Basis result={result} report={content.report} />
      <Waived result={result} report={content.report} />
      <Findings result={result} content={content} />
      <Observed id={id} operations={[operation]} content={content} atOnce={6} />
      <Exchanges result={result} content={content} />
    </details>
  );
}

/** A quoted table row without its pipes. */
function readable(quote: string): string {
  return quote.replace(/^\| | \|$/g, '').replaceAll(' | ', ' · ');
}

function Basis({ result, report }: { result: ReportResult; report: Report }): VNode {
  const { outcome, reason, reasonKind, answersJudged, circumstances } = result;
  // A pass on few answers has a reason that says how much it proves.
  if (reason === null || outcome === 'passed') {
    return (
      <p class="basis">
        {grouped(answersJudged)} {answersJudged === 1 ? 'answer' : 'answers'} judged.
        {reason !== null && ` ${visibleText(reason, plainFact)}`}
        {circumstances !== undefined &&
          ` Judged over ${visibleText(circumstancesInWords(circumstances), plainFact)}.`}
      </p>
    );
  }
  const remedy = remedyFor(reasonKind, report);
  return (
    <p class="basis">
      Not judged: {visibleText(reason, plainFact)}
      {remedy !== undefined && <span class="remedy"> → {remedy}</span>}
    </p>
  );
}

function Exchanges({ result, content }: { result: ReportResult; content: PageContent }): VNode | null {
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
    <Links lead="Also judged on answers to other checks, such as" shown={judged} />
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
