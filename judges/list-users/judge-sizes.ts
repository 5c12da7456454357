import { groupBy } from '../../journal/group-by.ts';
import type { Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { queryOf } from '../../wire/exchange.ts';
import { wasRefusedForItsEnd } from '../../wire/token-end.ts';
import { wasAccepted } from '../answers/answer-kind.ts';
import { isPage } from '../answers/answers-as-itself.ts';
import { finalAttempts, pagePlaceOf } from '../answers/final-attempts.ts';
import type { Comparison } from '../judge.ts';
import type { WalkedPage } from './walked-chains.ts';

const requirement = 'LU-PAGE-SIZE';
const operation = 'list-users';

/** How many different page sizes a target may reject before it is to be called one that accepts none. */
const enoughSizes = 20;

/** What became of a request for a first page of a size. */
interface AskedSize {
  readonly exchange: string;
  readonly size: string;
  readonly status: number;
  readonly isTaken: boolean;
}

/** Judges whether a page has at most as many users as requested (ruling 17). */
export function judgePageSize(
  sink: Sink,
  { ids, asked, exchange }: Pick<WalkedPage, 'ids' | 'asked' | 'exchange'>,
  parameters: { readonly ineffective?: string } = {},
): void {
  if (asked === undefined) return;
  sink.judged(requirement);
  if (ids.length <= asked) return;
  sink.finding({
    requirement,
    operation,
    kind: 'page-too-large',
    parameters,
    pointer: '/users',
    actual: `${ids.length} users instead of at most ${asked}`,
    exchanges: [exchange],
  });
}

/**
 * Judges whether first pages of a size are accepted each time, and whether any size is (ruling 37). Rejecting a
 * particular size each time is open; rejecting it on later pages is judged like any other rejection. A page of HTML says nothing
 * about sizes: its form is judged (ruling 25).
 */
export function judgeTakenSizes(sink: Sink, record: CaseRecord): void {
  const asked = askedSizes(record);
  const sizes = judgeKeptSizes(sink, asked);
  if (sizes < enoughSizes || asked.some(({ isTaken }) => isTaken)) return;
  sink.judged(requirement, asked.length);
  sink.finding({
    requirement,
    operation,
    kind: 'page-sizes-refused',
    parameters: { sizes, parameter: String(record.facts.pageSizeParameter) },
    actual: `status ${asked[0]?.status}`,
    exchanges: asked.slice(0, 20).map(({ exchange }) => exchange),
  });
}

/** Judges whether each size that was accepted once was accepted each time (ruling 37). Returns how many sizes there are. */
function judgeKeptSizes(sink: Sink, all: readonly AskedSize[]): number {
  const bySize = groupBy(all, ({ size }) => size);
  for (const [size, asked] of bySize) {
    const accepted = asked.find(({ isTaken }) => isTaken);
    const refused = asked.filter(({ isTaken }) => !isTaken);
    const [first] = refused;
    if (first === undefined || accepted === undefined) continue;
    sink.judged(requirement, refused.length);
    sink.finding({
      requirement,
      operation,
      kind: 'page-size-not-kept',
      parameters: { size, refused: refused.length, asked: asked.length },
      actual: `status ${first.status}`,
      exchanges: [...refused.slice(0, 5), accepted].map(({ exchange }) => exchange),
    });
  }
  return bySize.size;
}

function askedSizes(record: CaseRecord): AskedSize[] {
  const parameter = String(record.facts.pageSizeParameter ?? '');
  return finalAttempts(record).flatMap((final) => {
    const { id, request } = final.last.exchange;
    const size = queryOf(request.target).get(parameter);
    if (pagePlaceOf(final)?.number !== 1 || size === null || final.answer === undefined) return [];
    if (wasRefusedForItsEnd(final.last.exchange)) return [];
    const { answer } = final;
    const isTaken = wasAccepted(answer);
    return isTaken || !isPage(answer) ? [{ exchange: id, size, status: answer.status, isTaken }] : [];
  });
}

/** Statuses by which a server rejects a value; others may be about the connection, the credential or the time. */
const rejections: readonly number[] = [400, 404, 409, 422];

/** A size that is accepted once stays accepted, whichever case asks for it, with this parameter and nothing else (ruling 37). */
export const comparison: Comparison<AskedSize & { readonly parameter: string }> = {
  requirements: [requirement],
  ofValidAlone: true,
  read({ id, request, answer }) {
    const [, parameter, size] = /^[^?]*\?([A-Za-z_.-]{1,64})=(\d{1,9})$/.exec(request.target) ?? [];
    if (answer === undefined || parameter === undefined || size === undefined) return undefined;
    const isTaken = wasAccepted(answer);
    // A page of HTML says nothing about sizes: its form is judged.
    if (!isTaken && (!rejections.includes(answer.status) || isPage(answer))) return undefined;
    return { exchange: id, parameter, size, status: answer.status, isTaken };
  },
  compare(sink, all, facts) {
    judgeKeptSizes(
      sink,
      all.filter(({ parameter }) => parameter === facts?.pageSizeParameter),
    );
  },
};
