import { type Case, type Run, type Steps, sideBySide } from '../../engine/check.ts';
import { bufferSizes, padded } from '../../generators/padding.ts';
import type { Facts } from '../../journal/record.ts';
import { wasAccepted } from '../../judges/answers/answer-kind.ts';
import type { Header, Scheme } from '../../wire/credential.ts';
import type { Answer } from '../../wire/exchange.ts';
import type { OperationRequest } from '../../wire/operation-request.ts';

/** One request that is a case of its own. */
export interface Probe {
  readonly draft: Case;
  readonly request: OperationRequest;
  /** The valid credential as Bearer by default. */
  readonly credential?: readonly Header[] | Scheme;
}

/** A probe assigned to the requirement that claims its kind. */
export interface ClaimedProbe extends Probe {
  readonly draft: Case & { readonly as: string };
}

/** Sends each probe once, all concurrently. */
export function* sendProbes(run: Run, probes: readonly Probe[]): Steps {
  yield* sideBySide(
    probes.map(({ draft, request, credential }) =>
      run.open(draft, (open) => open.send('probe', { ...request, credential })),
    ),
  );
}

/** A valid request of an operation for case `index`, and what judges need to know about it. */
export interface ValidRequest {
  readonly request: OperationRequest;
  readonly facts?: Facts;
  /** The index of its configured execute body. */
  readonly index?: number;
}

/** Creates a valid request of an operation, for checks that are the same on all operations. */
export type MakeValid = (run: Run, index: number) => ValidRequest;

/** Conducts cases concurrently, and then those that may hang one after the other, so that at most one does. */
export function* conductHangingLast<T extends { readonly mayHang?: true }>(
  cases: readonly T[],
  conduct: (each: T) => Steps,
): Steps {
  yield* sideBySide(cases.filter(({ mayHang }) => mayHang !== true).map((each) => conduct(each)));
  for (const each of cases) if (each.mayHang === true) yield* conduct(each);
}

/** Five sizes and two framings: each size meets both. */
const rejectedSizes = [0, ...bufferSizes.filter((size) => size !== 32 * 1024)];

/**
 * A request to be rejected, in the size and framing of its place on a connection. What a target leaves unread of its body must
 * not be taken for the next request (rulings 33 and 39).
 */
export function sizedRejection(request: OperationRequest, place: number): OperationRequest {
  const { body } = request;
  if (body === undefined || body.length === 0) return request;
  const size = rejectedSizes[place % rejectedSizes.length] ?? 0;
  const framed = place % 2 === 1 ? { isChunked: true as const } : {};
  return { ...request, body: padded(body, size, 'behind'), ...framed };
}

/** A configured execute body that was accepted, even wrongly, may no longer be usable (ruling 14). */
export function rememberAccepted(
  { bodies }: Run,
  index: number | undefined,
  answer: Answer | undefined,
): void {
  if (index !== undefined && wasAccepted(answer)) bodies.markAccepted(index);
}
