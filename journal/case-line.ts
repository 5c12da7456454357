import type { Exchange, FailureKind } from '../wire/exchange.ts';
import { mediaType } from '../wire/media-type.ts';
import type { Attempt, CaseRecord } from './record.ts';

/**
 * An attempt with its exchange by id, and what that says in short, so that findings can be grouped without reading it; journals of
 * earlier versions lack the latter.
 */
export interface AttemptLine extends Omit<Attempt, 'exchange'> {
  readonly exchange: string;
  readonly cameBack?: CameBack;
  /** The size of the header fields and the body of the request. */
  readonly bytes?: number;
  /** When it was sent and when it ended, in milliseconds since 1970. */
  readonly at?: number;
  readonly endedAt?: number;
}

/** A case record with its exchanges by id. */
export interface CaseLine extends Omit<CaseRecord, 'attempts'> {
  readonly type: 'case';
  readonly attempts: readonly AttemptLine[];
}

/** What came back for a request: what findings are grouped by. One of the members is present. */
export interface CameBack {
  readonly status?: number;
  /** The media type of the answer without parameters; absent if it has none. */
  readonly mediaType?: string;
  /** Why there was no complete answer. */
  readonly failure?: FailureKind;
}

export function caseLine({ attempts, ...rest }: CaseRecord): CaseLine {
  return { type: 'case', ...rest, attempts: attempts.map(attemptLine) };
}

function attemptLine({ exchange, ...place }: Attempt): AttemptLine {
  const { id, request, at, ms } = exchange;
  const bytes = request.headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    request.body.length,
  );
  const times = at === undefined ? {} : { at, endedAt: Math.round(at + ms) };
  return { ...place, exchange: id, cameBack: cameBack(exchange), bytes, ...times };
}

function cameBack({ answer, failure }: Exchange): CameBack {
  if (failure !== undefined) return { failure: failure.kind };
  return answer === undefined ? {} : { status: answer.status, mediaType: mediaType(answer) };
}

/** The same for equal kinds of answers. */
export function cameBackKey({ status, mediaType: type, failure }: CameBack = {}): string {
  return [status, type, failure].map((each) => each ?? '').join(' ');
}

/** Of the requests of the smallest batch that still fails. */
export const ofShrunkBatch = 'shrunk-batch';

/** Of every shrunk counterexample. */
export const ofSmallest = 'smallest';

const concurrent: readonly string[] = ['mixed-traffic', 'smaller-batch', ofShrunkBatch];

/** Whether a case is a shrunk counterexample, which reports show first. */
export function isShrunk({ context = [] }: Pick<CaseRecord, 'context'>): boolean {
  return context.includes(ofSmallest);
}

/** Whether a request is that of the case in its plainest form: without the client around it. */
export function isPlainest({ role, repeats }: Pick<AttemptLine, 'role' | 'repeats'>): boolean {
  return role === 'shrink' && repeats !== undefined;
}

/** Whether other requests were under way on purpose. */
export function isConcurrent({ context = [] }: Pick<CaseRecord, 'context'>): boolean {
  return !context.includes('alone') && context.some((each) => concurrent.includes(each));
}

/**
 * Identifies a case for programs: the same for the same case in every run, whatever its wording. A case of version 1,
 * or of another tool's recording, has its own name as its kind.
 */
export function caseLabel({ kind, detail, context = [], wrong }: CaseRecord): string {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(kind);
  const pointer = isSlug && wrong !== 'valid' ? wrong.pointer : '';
  return [kind, detail ?? '', pointer, ...context].filter((part) => part !== '').join(' ');
}
