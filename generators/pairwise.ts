import { bytesFrom, type SeedPart } from './seeding.ts';

/** The values of each factor. */
type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One value of each factor. */
type Combination<F extends Factors> = { readonly [K in keyof F]: F[K][number] };

/**
 * Combinations in which each pair of values of two factors occurs at least once: most defects need no more than two
 * circumstances. Which combinations these are, and their order, is drawn from the parts.
 */
export function pairwise<F extends Factors>(factors: F, ...parts: SeedPart[]): Combination<F>[] {
  const names = Object.keys(factors);
  const counts = names.map((name) => factors[name]?.length ?? 0);
  const left = new Set(pairsOf(counts));
  const rows: number[][] = [];
  while (left.size > 0) {
    const order = bytesFrom([...parts, 'pairwise', rows.length], names.length * 2);
    rows.push(rowFor(left, counts, order));
  }
  return rows.map(
    (row) =>
      Object.fromEntries(names.map((name, at) => [name, factors[name]?.[row[at] ?? 0]])) as Combination<F>,
  );
}

function keyOf(one: number, first: number, other: number, second: number): string {
  return one < other ? `${one}:${first},${other}:${second}` : `${other}:${second},${one}:${first}`;
}

function pairsOf(counts: readonly number[]): string[] {
  return counts.flatMap((many, one) =>
    counts
      .slice(one + 1)
      .flatMap((more, next) =>
        Array.from({ length: many * more }, (_, at) =>
          keyOf(one, Math.floor(at / more), one + 1 + next, at % more),
        ),
      ),
  );
}

/** A row that covers a pair which is left, and many others; it removes them from the set. */
function rowFor(left: Set<string>, counts: readonly number[], drawn: Buffer): number[] {
  const some = [...left];
  const seed = some[(drawn[0] ?? 0) % some.length] ?? '';
  const row: (number | undefined)[] = counts.map(() => undefined);
  for (const part of seed.split(',')) {
    const [at = 0, value = 0] = part.split(':').map(Number);
    row[at] = value;
  }
  const fresh = (at: number, value: number): number =>
    row.filter((other, index) => other !== undefined && left.has(keyOf(at, value, index, other))).length;
  for (const [at, count] of counts.entries()) {
    if (row[at] !== undefined) continue;
    const shift = drawn[at + 1] ?? 0;
    const values = Array.from({ length: count }, (_, value) => (value + shift) % count);
    row[at] = values.reduce((best, value) => (fresh(at, value) > fresh(at, best) ? value : best));
  }
  const whole = row.map((value) => value ?? 0);
  for (const [one, first] of whole.entries())
    for (const [other, second] of whole.entries())
      if (one < other) left.delete(keyOf(one, first, other, second));
  return whole;
}
