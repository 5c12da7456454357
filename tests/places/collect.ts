import type { CaseLine } from '../../journal/case-line.ts';
import { type Conducted, cases } from '../specs/in-process.ts';
import { type Area, keyOf, type Sent } from './area.ts';

/** The cases of a run with the exchanges that they are about. */
export function sentIn(conducted: Pick<Conducted, 'journal'>): Sent[] {
  return [...cases(conducted).values()].map((line: CaseLine) => ({
    line,
    probes: line.attempts.flatMap(({ role, exchange }) => {
      const found = role === 'control' ? undefined : conducted.journal.exchanges.get(exchange);
      return found === undefined ? [] : [found];
    }),
  }));
}

/** The pairs of an area that a run sent, of those that the area has. */
export function pairsIn({ kinds, places, pairsOf }: Area, all: readonly Sent[]): Set<string> {
  const [isKind, isPlace] = [new Set(kinds), new Set(places)];
  return new Set(
    all.flatMap((sent) =>
      pairsOf(sent)
        .filter(([kind, place]) => isKind.has(kind) && isPlace.has(place))
        .map(keyOf),
    ),
  );
}
