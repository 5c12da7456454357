import type { Sink } from '../../journal/judgement.ts';
import type { CaseRecord } from '../../journal/record.ts';
import { queryOf } from '../../wire/exchange.ts';
import { wasAccepted } from '../answers/answer-kind.ts';
import { isPage } from '../answers/answers-as-itself.ts';
import { finalAttempts, pagePlaceOf } from '../answers/final-attempts.ts';
import type { WalkedPage } from './walked-chains.ts';

const requirement = 'LU-PAGE-SIZE';
const operation = 'list-users';

/** How many different page sizes a target may reject before it is to be called one that accepts none. */
const enoughSizes = 20;

/** What became of the requests for a first page of one size; accepted ones by their exchanges. */
export interface Asked {
  readonly taken: string[];
  readonly refused: { readonly exchange: string; readonly status: number }[];
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
  const bySize = askedSizes(record);
  for (const [size, asked] of bySize) judgeKeptSize(sink, size, asked);
  const all = [...bySize.values()];
  if (all.length < enoughSizes || all.some(({ taken }) => taken.length > 0)) return;
  const refused = all.flatMap((asked) => asked.refused);
  sink.judged(requirement, refused.length);
  sink.finding({
    requirement,
    operation,
    kind: 'page-sizes-refused',
    parameters: { sizes: all.length, parameter: String(record.facts.pageSizeParameter) },
    actual: `status ${refused[0]?.status}`,
    exchanges: refused.slice(0, 20).map(({ exchange }) => exchange),
  });
}

/** Judges whether a size that was accepted once was accepted each time (ruling 37). */
export function judgeKeptSize(sink: Sink, size: string, { taken, refused }: Asked): void {
  const [first] = refused;
  const [accepted] = taken;
  if (first === undefined || accepted === undefined) return;
  sink.judged(requirement, refused.length);
  sink.finding({
    requirement,
    operation,
    kind: 'page-size-not-kept',
    parameters: { size, refused: refused.length, asked: refused.length + taken.length },
    actual: `status ${first.status}`,
    exchanges: [...refused.slice(0, 5).map(({ exchange }) => exchange), accepted],
  });
}

function askedSizes(record: CaseRecord): Map<string, Asked> {
  const parameter = String(record.facts.pageSizeParameter ?? '');
  const bySize = new Map<string, Asked>();
  for (const final of finalAttempts(record)) {
    const { id, request } = final.last.exchange;
    const size = queryOf(request.target).get(parameter);
    if (pagePlaceOf(final)?.number !== 1 || size === null || final.answer === undefined) continue;
    const asked = bySize.get(size) ?? { taken: [], refused: [] };
    bySize.set(size, asked);
    if (wasAccepted(final.answer)) asked.taken.push(id);
    else if (!isPage(final.answer)) asked.refused.push({ exchange: id, status: final.answer.status });
  }
  return bySize;
}
