import type { VNode } from 'preact';
import type { CaseLine } from '../../harness/journal-line.ts';
import { exchangeFragment, linkTo } from './fragments.ts';
import { inlined } from './inlined.ts';
import type { Piece } from './pieces.ts';
import type { ShownExchange } from './shown-exchange.ts';
import { visibleText } from './visible-text.ts';

/** A request and its answer, what is wrong marked. */
export function Messages({ exchange }: { exchange: ShownExchange }): VNode {
  return (
    <div class="messages">
      <Message name="Request" pieces={exchange.request} />
      <Message name="Answer" pieces={exchange.answer} />
    </div>
  );
}

function Message({ name, pieces }: { name: string; pieces: readonly Piece[] }): VNode {
  const marked = pieces.some(({ mark }) => mark !== undefined);
  return (
    <div>
      <b>{name}</b>
      {marked ? (
        <pre>
          {pieces.map(({ text, mark }) => (mark === undefined ? text : <mark title={mark}>{text}</mark>))}
        </pre>
      ) : (
        <pre {...inlined.text(pieces.map(({ text }) => text).join(''))} />
      )}
    </div>
  );
}

/** An exchange in the list of them: one line, and its messages when it is opened. */
export function ExchangeEntry({
  exchange,
  line,
}: {
  exchange: ShownExchange;
  line: CaseLine | undefined;
}): VNode {
  const { id, status, ms, request, answer } = exchange;
  const marked = [...request, ...answer].some(({ mark }) => mark !== undefined);
  return (
    <details class={marked ? 'exchange item found' : 'exchange item'} id={exchangeFragment(id)}>
      <summary>
        <Status status={status} /> <span>{descriptionOf(exchange, line)}</span> <code>{id}</code> {ms} ms
      </summary>
      <Messages exchange={exchange} />
    </details>
  );
}

export function Status({ status }: { status: string }): VNode {
  const kind = /^[1-5]\d\d$/.test(status) ? `s${status.charAt(0)}` : 'none';
  return <b class={kind}>{status}</b>;
}

/** A link to the exchange in the list of them. */
export function ExchangeLink({ exchange }: { exchange: ShownExchange }): VNode {
  return <a href={linkTo(exchangeFragment(exchange.id))}>{exchange.id}</a>;
}

/** What an exchange was sent for: its part in its case, and the name of the case. */
function descriptionOf({ id, method, target }: ShownExchange, line: CaseLine | undefined): string {
  const role = line?.places.find(({ exchange }) => exchange === id)?.role;
  if (line === undefined || role === undefined) return `${method} ${target}`;
  const name = visibleText(line.name, 120);
  return role === 'probe' ? name : `${role} of: ${name}`;
}
