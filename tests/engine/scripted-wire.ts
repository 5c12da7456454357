import type { Operation } from '../../requirements/requirement.ts';
import type { Connection } from '../../wire/connections.ts';
import type { Answer, Exchange, FailureKind, HeaderPair } from '../../wire/exchange.ts';
import type { OperationRequest, OtherEndpoint } from '../../wire/plan-request.ts';
import type { Wire } from '../../wire/wire.ts';

/** What comes of one request: an answer by its status, or a failure. */
export type Coming =
  | {
      readonly status: number;
      readonly headers?: readonly HeaderPair[];
      readonly body?: string;
      /** Whether the token of the request has expired by then. */
      readonly tokenEnded?: true;
    }
  | FailureKind;

export interface Sent {
  readonly id: string;
  readonly operation: Operation | OtherEndpoint;
  readonly request: OperationRequest;
  readonly credential: readonly HeaderPair[];
  readonly connection: Connection;
}

export interface ScriptedWire extends Wire {
  readonly sent: readonly Sent[];
  readonly pauses: readonly number[];
}

/** A wire that answers by a script and remembers what went over it. */
export function scriptedWire(script: (sent: Sent, nth: number) => Coming): ScriptedWire {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  return {
    sent,
    pauses,
    inItsStyle: (_id, request) => request,
    capacity: () => undefined,
    slowed: () => ({ sent: 0, turnedAway: 0, closed: 0, atOnce: 1, fewest: 1 }),
    openLine: () => ({ close: async () => undefined }),
    async send(
      id,
      operation,
      { connection = 'kept', beforeSending, isUrgent: _isUrgent, ...request },
      given,
    ): Promise<Exchange> {
      beforeSending?.();
      const credential = typeof given === 'function' ? await given() : given;
      const one = { id, operation, request, credential, connection };
      const coming = script(one, sent.push(one));
      const went = {
        method: 'GET',
        target: `/?${request.query ?? ''}`,
        headers: [...credential],
        body: request.body ?? Buffer.alloc(0),
      };
      if (typeof coming === 'string')
        return { id, request: went, failure: { kind: coming, message: `It was ${coming}.` }, ms: 1 };
      const ended = coming.tokenEnded === true ? { at: 1_000, tokenEnds: 500 } : {};
      return { id, ...ended, request: went, answer: answerOf(coming), ms: 1 };
    },
    pause: (ms) => pauses.push(ms),
    rest: (ms) => pauses.push(ms),
    close: async () => undefined,
  };
}

function answerOf({ status, headers = [], body = '' }: Exclude<Coming, string>): Answer {
  return { status, reason: '', headers, body: Buffer.from(body) };
}
