import type { Exchange } from '../../../wire/exchange.ts';
import { curlLines } from '../../formats/curl.ts';
import { answerPieces, requestPieces } from '../clauses/message-pieces.ts';
import type { Piece } from '../clauses/pieces.ts';
import { briefestLimits, briefLimits, fullLimits, longestCurl } from '../limits.ts';
import { type FindingOfResult, marksOf } from './marks.ts';
import { visibleText } from './visible-text.ts';

/** An exchange cut to the limits of a page. */
export interface ShownExchange {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  /** The status, or the kind of failure. */
  readonly status: string;
  readonly ms: number;
  readonly request: readonly Piece[];
  readonly answer: readonly Piece[];
  /** Set only if the exchange is shown in full. */
  readonly curl: string | undefined;
}

/** How to show an exchange. */
export interface Showing {
  readonly full: boolean;
  readonly said: readonly FindingOfResult[];
  readonly credential: string;
  readonly baseUrl: string;
}

export function showExchange(
  exchange: Exchange,
  { full, said, credential, baseUrl }: Showing,
): ShownExchange {
  const brief = credential === 'valid' ? briefestLimits : briefLimits;
  const limits = full ? fullLimits : brief;
  const marks = marksOf(exchange, said, credential);
  const { id, request, answer, failure, ms } = exchange;
  return {
    id,
    method: visibleText(request.method, 20),
    target: visibleText(request.target, 120),
    status: answer === undefined ? (failure?.kind ?? 'no answer') : String(answer.status),
    ms,
    request: requestPieces(exchange, marks, limits),
    answer: answerPieces(exchange, marks, limits),
    curl: full && request.body.length <= longestCurl ? curlOf(exchange, baseUrl) : undefined,
  };
}

function curlOf(exchange: Exchange, baseUrl: string): string | undefined {
  const text = curlLines(exchange, baseUrl).join('\n');
  return text.length > longestCurl ? undefined : text;
}
