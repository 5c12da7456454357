import type { Found } from '../../journal/finding.ts';
import type { pinnedTexts } from '../../journal/text/finding-texts.ts';
import { readJson } from '../../json/read-json.ts';
import type { AnswerKind, Operation } from '../../requirements/requirement.ts';
import { type Answer, bodyOf, type Exchange, type HeaderPair, queryOf } from '../../wire/exchange.ts';
import { isJsonMedia, mediaType } from '../../wire/media-type.ts';
import { answerKind, succeeded } from '../answers/answer-kind.ts';

/** One exchange, parsed once for all entries of a profile, as its schemas and rules see it. */
export interface View {
  readonly operation: Operation;
  readonly request: {
    readonly method: string;
    /** Without the query. */
    readonly path: string;
    /** Each parameter with all its values, decoded. */
    readonly query: Readonly<Record<string, readonly string[]>>;
    /** Names in lower case, the first value of each. */
    readonly headers: Readonly<Record<string, string>>;
    /** The names of the headers as they were sent. */
    readonly headerNames: readonly string[];
    /** The JSON value of the body; null if it is not JSON. */
    readonly body: unknown;
  };
  readonly answer: {
    readonly kind: AnswerKind | 'other';
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly mediaType: string;
    /** The JSON value if media type and body are JSON, otherwise the text. */
    readonly body: unknown;
  };
}

/** Parses an exchange with a complete answer. */
export function viewOf(operation: Operation, exchange: Exchange, answer: Answer): View {
  const { method, target, headers, body } = exchange.request;
  const [path = ''] = target.split('?', 1);
  const read = readJson(body);
  return {
    operation,
    request: {
      method,
      path,
      query: parametersOf(target),
      headers: headersOf(headers),
      headerNames: headers.map(([name]) => name),
      body: 'value' in read ? read.value : null,
    },
    answer: answerView(operation, answer),
  };
}

function answerView(operation: Operation, answer: Answer): View['answer'] {
  const type = mediaType(answer);
  const claimed = answerKind(answer);
  const read = isJsonMedia(type) ? readJson(bodyOf(answer)) : { problem: 'no JSON' };
  const kind = claimed === 'accepted' ? (succeeded(operation, answer) ? 'success' : 'other') : claimed;
  return {
    kind,
    status: answer.status,
    headers: headersOf(answer.headers),
    mediaType: type ?? '',
    body: 'value' in read ? read.value : bodyOf(answer).toString('utf8'),
  };
}

function headersOf(pairs: readonly HeaderPair[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of pairs) headers[name.toLowerCase()] ??= value;
  return headers;
}

function parametersOf(target: string): Record<string, string[]> {
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of queryOf(target)) query[name] = [...(query[name] ?? []), value];
  return query;
}

/** How an answer deviates from what a profile pins: the part of a finding that depends only on the answer. */
export type Mismatch = PartOf<Extract<Found, { readonly kind: keyof typeof pinnedTexts }>>;

type PartOf<F extends Found> = F extends unknown
  ? Pick<F, 'kind' | 'parameters' | 'place' | 'header' | 'pointer' | 'actual'>
  : never;

/** Undefined if the answer is correct, `silent` if the rule does not apply to it. */
export type PinnedRule = (
  view: View,
  parameters: Readonly<Record<string, unknown>>,
) => Mismatch | 'silent' | undefined;
