import type { VNode } from 'preact';
import { visibleText, withoutQuote } from '../formats/plain-text.ts';
import type { ReportFinding } from '../report/report.ts';
import { exampleName, exampleRole } from '../report/request-text.ts';
import { factLabels, type ShownFinding, type ShownResult } from '../report/view.ts';
import { Difference } from './difference-view.tsx';
import { Copyable, type Fact, Facts, findingText, HintText, plainFact } from './elements.tsx';
import { ExchangeById, ExchangeLink, Messages, Status } from './exchange-view.tsx';
import type { PageContent } from './page-content.ts';
import type { ShownExchange } from './shown-exchange.ts';
import { markOf } from './shown-exchange.ts';

/** The findings of a requirement on an operation; the first is shown with its exchange open. */
export function Findings({ result, content }: { result: ShownResult; content: PageContent }): VNode | null {
  const shown = content.findingsOf(result);
  const more = result.findings.length - shown.length;
  if (result.findings.length === 0) return null;
  const firsts = shown.map(({ finding }) => finding.exchanges[0]);
  const repeats = (index: number): boolean => firsts.indexOf(firsts[index]) < index;
  return (
    <>
      {shown.map(({ finding }, index) => (
        <Finding
          id={`finding/${result.requirement}/${result.operation}/${index + 1}`}
          finding={finding}
          content={content}
          open={index === 0}
          quote={result.clause.quote}
          repeats={repeats(index)}
        />
      ))}
      {more > 0 && <p class="more">✂ {more} more findings in report.json</p>}
    </>
  );
}

function Finding(props: {
  id: string;
  finding: ShownFinding;
  content: PageContent;
  open: boolean;
  quote: string;
  /** Whether a finding above already shows the same exchange. */
  repeats: boolean;
}): VNode {
  const { finding, content, open, quote, repeats } = props;
  const { message, pointer, expected, actual, exchanges, sides = [], behind = [], hint } = finding;
  const [id = ''] = exchanges;
  const line = content.caseOf(id);
  const exchange = repeats ? undefined : content.exchange(id);
  const others = sides.slice(1).map((side) => content.exchange(side.exchange));
  return (
    <article class="finding" id={props.id} tabIndex={-1}>
      <h4>{visibleText(message, findingText)}</h4>
      <Facts
        class="rows"
        facts={[
          ['Expected', visibleText(withoutQuote(expected, quote), findingText)],
          ['Received', visibleText(actual, findingText)],
          ['Where', pointer === '' ? undefined : visibleText(pointer, plainFact)],
          ...finding.facts.map(
            ({ kind, text }): Fact => [capitalized(factLabels[kind]), visibleText(text, findingText)],
          ),
          ['Example', line && visibleText(exampleRole(line, id), plainFact)],
          ['Likely cause', hint && <HintText hint={hint} />],
        ]}
      />
      <Difference values={content.comparedIn(finding)} />
      {behind.length > 0 && <Behind ids={behind} content={content} />}
      {[exchange, ...others].map(
        (each) => each !== undefined && <Evidence exchange={each} finding={finding} open={open} />,
      )}
      {exchange?.curl !== undefined && (
        <>
          <p class="again">Send it again</p>
          <Copyable text={visibleText(exchange.curl)} exchange={exchange.id} />
        </>
      )}
      <Others exchanges={exchanges} content={content} />
    </article>
  );
}

/** A request and its answer, collapsed but for the first finding. */
function Evidence(props: { exchange: ShownExchange; finding: ReportFinding; open: boolean }): VNode {
  const { exchange, finding, open } = props;
  return (
    <details class="evidence" open={open}>
      <summary>
        <Status status={exchange.status} /> {exchange.method} {exchange.target}
      </summary>
      <Messages exchange={exchange} own={markOf(finding)} />
    </details>
  );
}

/** What was sent before on the same connection; without it, the finding does not show. */
function Behind({ ids, content }: { ids: readonly string[]; content: PageContent }): VNode {
  return (
    <p class="sent">
      Sent on one connection, behind:
      {ids.map((id) => {
        const exchange = content.exchange(id);
        const line = content.caseOf(id);
        const name = line === undefined ? '' : `${visibleText(exampleName(line, id), plainFact)} `;
        return (
          <>
            {' '}
            {name}
            {exchange === undefined ? visibleText(id, plainFact) : <ExchangeLink exchange={exchange} />}
          </>
        );
      })}
    </p>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The exchanges that showed a finding: links to those in this page, ids of the others. */
function Others(props: { exchanges: readonly string[]; content: PageContent }): VNode | null {
  const { exchanges, content } = props;
  if (exchanges.length === 0) return null;
  return (
    <details class="sent">
      <summary>
        {exchanges.length === 1 ? '1 exchange shows it' : `${exchanges.length} exchanges show it`}
      </summary>
      <ul>
        {exchanges.map((id) => (
          <li>
            <ExchangeById id={id} content={content} />
          </li>
        ))}
      </ul>
    </details>
  );
}
