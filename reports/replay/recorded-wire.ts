import { mintedTokenSeconds } from '../../generators/minted-token.ts';
import type { RunInputs } from '../../journal/journal-line.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { TargetFacts } from '../../journal/target-facts.ts';
import type { Operation } from '../../requirements/requirement.ts';
import type { Exchange, HeaderPair, SentRequest } from '../../wire/exchange.ts';
import {
  inItsStyle,
  type OperationRequest,
  type OtherEndpoint,
  planRequest,
  type Sender,
} from '../../wire/plan-request.ts';
import type { Redactor } from '../../wire/redact.ts';
import type { TokenSource } from '../../wire/token.ts';
import type { Wire } from '../../wire/wire.ts';

/** By how much the clock of a machine may be set back during a check, and in the moments of a preflight; in milliseconds; forward by any time. */
export const setBackMs = 5_000;
const setBackAtOnceMs = 1_000;

/** How much later than its token was looked at a request may be sent, in milliseconds. */
export const lateMs = 60_000;

/** A recorded run, how its requests are made again, and what was generated again so far. */
export interface Recording {
  readonly journal: RunJournal;
  readonly facts: TargetFacts;
  readonly inputs: RunInputs;
  readonly sender: Sender;
  readonly redactor: Redactor;
  /** In place of those of the run. */
  readonly tokens: TokenSource;
  /** The texts that marks of short secrets stand for in requests, and how many such secrets there are at most. */
  readonly short: { readonly texts: Set<string>; readonly atMost: number };
  /** How the run differs from what its seed, its nonce and the responses lead to, in sentences. */
  readonly differences: string[];
  /** The exchanges that were sent again, and the cases that were generated again. */
  readonly sent: Set<string>;
  readonly generated: Set<string>;
}

/** The request of an exchange as it is recorded, from what a check sends. */
export function generatedRequest(
  { sender, redactor }: Pick<Recording, 'sender' | 'redactor'>,
  id: string,
  operation: Operation | OtherEndpoint,
  { request, headers }: { readonly request: OperationRequest; readonly headers: readonly HeaderPair[] },
): SentRequest {
  const { sent } = planRequest(sender, operation, inItsStyle(sender, id, request), headers);
  return redactor.outcome({ request: sent, ms: 0 }).request;
}

/** A wire that sends nothing: it compares each request with that of the run, and answers as the target did. */
export function recordedWire(recording: Recording): Wire {
  const { sender, journal, differences, sent } = recording;
  /** From when on the next request can have been sent, in milliseconds since 1970. */
  let endedAt = 0;
  return {
    async send(id, operation, request, credential) {
      sent.add(id);
      const headers = typeof credential === 'function' ? await credential() : credential;
      const generated = generatedRequest(recording, id, operation, { request, headers });
      const recorded = journal.exchanges.get(id);
      if (recorded === undefined || !isSameRequest(generated, recorded.request, recording.short))
        differences.push(requestDifference(id, generated, recorded?.request));
      if (recorded === undefined) return unrecorded(id, generated);
      const { at = 0, ms } = recorded;
      if (at < endedAt - setBackAtOnceMs) differences.push(`${id} was sent before what it follows from`);
      if (!isTokenOfRun(recording, headers, recorded))
        differences.push(`the token of ${id} ends at another time`);
      // What is under way side by side was sent before any of it was answered; a disguised run sends one after the other.
      await new Promise(setImmediate);
      endedAt = journal.header.run.disguise === true ? Math.max(endedAt, at + ms) : at + ms;
      return recorded;
    },
    inItsStyle: (id, request) => inItsStyle(sender, id, request),
    capacity: () => undefined,
    slowed: () => ({ sent: 0, turnedAway: 0, closed: 0, atOnce: 1, fewest: 1 }),
    openLine: () => ({ close: async () => {} }),
    pause() {},
    rest(ms) {
      endedAt += ms;
    },
    close: async () => {},
  };
}

/** Whether a token of the preflight had not ended, and with a key, lives no longer than the one that the run was given, or those it makes. */
function isTokenOfRun(
  { inputs: { key }, tokens }: Recording,
  headers: readonly HeaderPair[],
  { at = 0, tokenEnds }: Exchange,
): boolean {
  const end = tokens.endOf(headers);
  if (end === undefined) return headers.length > 0 || tokenEnds === undefined;
  if (tokenEnds === undefined || tokenEnds < at - lateMs) return false;
  return key === null || tokenEnds <= Math.max(end, at + 1_000 * mintedTokenSeconds) + lateMs;
}

/** How a request differs from that of the run, if the run sent it. */
export function requestDifference(id: string, generated: SentRequest, sent: SentRequest | undefined): string {
  if (sent === undefined) return `the run sends ${id}, which is not in the evidence`;
  return `the request of ${id} is another one: ${whereDifferent(generated, sent)}`;
}

function whereDifferent(generated: SentRequest, sent: SentRequest): string {
  if (generated.method !== sent.method) return 'its method differs';
  if (generated.target !== sent.target) return 'its target differs';
  if (isSameRequest(generated, sent))
    return 'its token is that of another client or ends at another time, or it was sent again for no reason';
  return generated.body.equals(sent.body) ? 'its headers differ' : 'its body differs';
}

export function unrecorded(id: string, request: SentRequest): Exchange {
  return { id, request, ms: 0, failure: { kind: 'refused', message: 'The run did not send this request.' } };
}

/**
 * Who generates a request again does not know its secrets, so lengths and digests of marks may differ. Their kinds must not, nor what
 * is around them: another role of a credential, or another scheme, is another request.
 */
export function isSameRequest(
  generated: SentRequest,
  sent: SentRequest,
  short?: Recording['short'],
): boolean {
  return (
    (generated.body.equals(sent.body) ||
      withoutDigests(generated.body.toString('latin1')) === withoutDigests(sent.body.toString('latin1'))) &&
    fits(headOf(generated), headOf(sent), short)
  );
}

/** Marks of a gateway's headers keep their lengths, because requests are generated from them. */
const mark = /(\[redacted:(?!gateway-header:|token-secret:)[a-z0-9-]+):\d+(?::[0-9a-f]+)?\]/g;

/** Each process of a run has digests of its own. */
const keptMark = /(\[redacted:(?:gateway-header|token-secret):\d+):[0-9a-f]+\]/g;

/** Two such texts can overlap, as `Bearer TOKEN ` and `TOKEN x` do, and then it depends on what was sent before which one is found. */
const aroundToken = /(?:bearer )?\[redacted:(?:text-around-token|token-form)\]/gi;

/** A whole credential can be a part of another one, and is marked as what was sent first; of none that could grant access. */
const partOfWrong =
  /(\[redacted:(?!(?:[a-z0-9]+-of-)?(?:expired-)?token-)[a-z0-9-]+)-(?:payload|signature)\]/g;

function withoutDigests(text: string): string {
  const bare = text.replace(mark, '$1]').replace(keptMark, '$1]');
  return bare.replace(partOfWrong, '$1]').replace(aroundToken, '[redacted:token-form]');
}

function headOf({ method, target, headers }: SentRequest): string {
  const lines = headers.map(([name, value]: HeaderPair) => `${name}: ${value}`);
  return withoutDigests([method, target, ...lines].join('\n'));
}

const shortSecret = /\[redacted:(?:gateway-header|token-secret):(\d|1[0-5])\]/g;

/** A short secret is replaced wherever it occurs in a head, also by chance, and who generates that again does not know it. */
function fits(generated: string, recorded: string, short?: Recording['short']): boolean {
  let [at, from] = [0, 0];
  const texts: string[] = [];
  for (const { 0: found, 1: length, index } of recorded.matchAll(shortSecret)) {
    const before = recorded.slice(from, index);
    if (!generated.startsWith(before, at)) return false;
    at += before.length;
    const isMade = generated.startsWith(found, at);
    if (!isMade) texts.push(generated.slice(at, at + Number(length)));
    at += isMade ? found.length : Number(length);
    from = index + found.length;
  }
  if (generated.slice(at) !== recorded.slice(from)) return false;
  for (const text of texts) short?.texts.add(text);
  return texts.length === 0 || short === undefined || short.texts.size <= short.atMost;
}
