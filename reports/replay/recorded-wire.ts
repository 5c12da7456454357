import type { Exchanges } from '../../journal/exchanges.ts';
import type { Exchange, HeaderPair, SentRequest } from '../../wire/exchange.ts';
import { inItsDress, planRequest, type Sender } from '../../wire/plan-request.ts';
import type { Redactor } from '../../wire/redact.ts';
import type { Wire } from '../../wire/wire.ts';

/** A request that is not the one of the run; `sent` is absent if the run did not send it. */
export interface RequestDifference {
  readonly exchange: string;
  readonly generated: SentRequest;
  readonly sent?: SentRequest;
}

/** What a recorded wire answers from. */
export interface Recording {
  readonly sender: Sender;
  readonly redactor: Redactor;
  readonly exchanges: Exchanges;
  /** Resolves when the response of an exchange has ended in the run. */
  readonly atEnd: (exchange: string) => Promise<void>;
  readonly differs: (difference: RequestDifference) => void;
  /** Receives the id of each request. */
  readonly sent: (exchange: string) => void;
}

/** A wire that sends nothing: it compares each request with that of the run, and answers as the target did. */
export function recordedWire({ sender, redactor, exchanges, atEnd, differs, sent }: Recording): Wire {
  return {
    async send(id, operation, plain, credential) {
      sent(id);
      const request = inItsDress(sender, id, plain);
      const headers = typeof credential === 'function' ? await credential() : credential;
      const { sent: planned } = planRequest(sender, operation, request, headers);
      const { request: generated } = redactor.outcome({ request: planned, ms: 0 });
      const recorded = exchanges.get(id);
      if (recorded === undefined) differs({ exchange: id, generated });
      else if (!isSame(generated, recorded.request))
        differs({ exchange: id, generated, sent: recorded.request });
      await atEnd(id);
      request.beforeSending?.();
      return recorded ?? unrecorded(id, generated);
    },
    inItsDress: (id, request) => inItsDress(sender, id, request),
    capacity: () => undefined,
    openLine: () => ({ close: async () => {} }),
    pause() {},
    rest() {},
    close: async () => {},
  };
}

function unrecorded(id: string, request: SentRequest): Exchange {
  return { id, request, ms: 0, failure: { kind: 'refused', message: 'The run did not send this request.' } };
}

/** Who generates a request again does not know its secrets, so marks are equal, and header values with marks. */
function isSame(one: SentRequest, other: SentRequest): boolean {
  return textOf(one) === textOf(other);
}

const mark = /\[redacted:[a-z-]+:\d+(?::[0-9a-f]+)?\]/g;

function textOf({ method, target, headers, body }: SentRequest): string {
  const lines = headers.map(([name, value]: HeaderPair) => `${name}: ${hidden(value)}`);
  return [method, target.replace(mark, '[redacted]'), ...lines, withoutMarks(body)].join('\n');
}

function hidden(value: string): string {
  return value.includes('[redacted:') ? '[redacted]' : value;
}

function withoutMarks(body: Buffer): string {
  const text = body.toString('latin1');
  return text.includes('[redacted:') ? text.replace(mark, '[redacted]') : text;
}
