import type { VNode } from 'preact';
import type { CaseLine } from '../../journal/case-line.ts';
import { visibleText } from '../formats/plain-text.ts';
import { checkFragment, exchangeFragment, linkTo, plainFact, Sign } from './elements.tsx';
import type { PageContent } from './page-content.ts';
import { inlined } from './page-head.tsx';
import type { Piece } from './pieces.ts';
import type { FindingOfResult, ShownExchange } from './shown-exchange.ts';

/** A request and its answer with marks on what is wrong; with `own`, other marks are dimmed. */
export function Messages({ exchange, own }: { exchange: ShownExchange; own?: string }): VNode {
  return (
    <div class="messages">
      <Message pieces={exchange.request} own={own} />
      <Message pieces={exchange.answer} own={own} />
    </div>
  );
}

function Message({ pieces, own }: { pieces: readonly Piece[]; own: string | undefined }): VNode {
  if (pieces.every(({ mark }) => mark === undefined)) {
    return <pre {...inlined.text(pieces.map(({ text }) => text).join(''))} />;
  }
  return (
    <pre>
      {pieces.map(({ text, mark }) => {
        if (mark === undefined) return text;
        return own === undefined || own === mark ? <mark>{text}</mark> : <mark class="other">{text}</mark>;
      })}
    </pre>
  );
}

/** An exchange in the list: one line, with its messages when opened. */
export function ExchangeEntry(props: { exchange: ShownExchange; content: PageContent }): VNode {
  const { exchange, content } = props;
  const { id, status, ms } = exchange;
  const said = content.saidOf(id);
  const outcomes = [...new Set(said.map(({ result }) => result.outcome))].join(' ');
  return (
    <details
      class={said.length > 0 ? 'exchange item found' : 'exchange item'}
      id={exchangeFragment(id)}
      data-outcomes={outcomes === '' ? undefined : outcomes}
    >
      <summary>
        <Status status={status} /> <span>{descriptionOf(exchange, content.caseOf(id))}</span>{' '}
        <code>{id}</code> {ms} ms
      </summary>
      {said.length > 0 && <Wrong said={said} />}
      <Messages exchange={exchange} />
    </details>
  );
}

const shownWrongs = 5;

/** The findings that an exchange shows. */
function Wrong({ said }: { said: readonly FindingOfResult[] }): VNode {
  return (
    <ul class="wrong">
      {said.slice(0, shownWrongs).map(({ result: { requirement, operation, outcome }, finding }) => (
        <li>
          <Sign outcome={outcome} /> {visibleText(finding.message, 160)}:{' '}
          <a href={linkTo(checkFragment(requirement, operation))}>{requirement}</a>
        </li>
      ))}
      {said.length > shownWrongs && <li>and {said.length - shownWrongs} more</li>}
    </ul>
  );
}

/** The colours of statuses, by their first digits: those of outcomes. */
const tones: Readonly<Record<string, string>> = { 1: 'observed', 2: 'passed', 3: 'observed', 4: 'warned' };

/** A status, or the kind of a failure. */
export function Status({ status }: { status: string }): VNode {
  return <b class={tones[status.charAt(0)] ?? 'failed'}>{status}</b>;
}

/**
 * A link to the exchange in the list of them.
 * @param within the start of its id that the reader knows and that is omitted
 */
export function ExchangeLink(props: { exchange: ShownExchange; within?: string }): VNode {
  const { exchange, within = '' } = props;
  const text = exchange.id.startsWith(within) ? exchange.id.slice(within.length) : exchange.id;
  return <a href={linkTo(exchangeFragment(exchange.id))}>{text}</a>;
}

/** A link to an exchange, or its id if the page does not show it. */
export function ExchangeById({ id, content }: { id: string; content: PageContent }): VNode {
  const exchange = content.exchange(id);
  if (exchange !== undefined) return <ExchangeLink exchange={exchange} />;
  return <>{visibleText(id, plainFact)} (in exchanges.ndjson)</>;
}

/** The role of an exchange in its case, and the name of the case. */
function descriptionOf({ id, method, target }: ShownExchange, line: CaseLine | undefined): string {
  const role = line?.attempts.find(({ exchange }) => exchange === id)?.role;
  if (line === undefined || role === undefined) return `${method} ${target}`;
  const name = visibleText(line.name, 120);
  return role === 'probe' ? name : `${role} of: ${name}`;
}
