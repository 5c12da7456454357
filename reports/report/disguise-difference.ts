import { isOfSeries } from '../../engine/session.ts';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { type Finding, findingOf } from '../../journal/finding.ts';
import { attemptsAt, inputKey, inputKindOf } from '../../journal/finding-source.ts';
import { entryOf, groupBy } from '../../journal/group-by.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { pairOf } from './samples.ts';

/**
 * What requests look like: at the pace of ordinary clients, those of ordinary clients at the pace of a test, or those of
 * this suite. The first look least like a test.
 */
const looks = ['paced', 'disguised', 'undisguised'] as const;

type Look = (typeof looks)[number];

/** Answers to one kind of input that look alike. */
interface Answers {
  count: number;
  readonly clients: string[];
  /** One of them, to show. */
  shown?: AttemptLine;
}

type ByLook = Partial<Record<Look, Answers>>;

/** How each kind of input was answered in each look; its size does not grow with the number of cases. */
export type Looks = Record<
  string,
  {
    readonly kind: string;
    readonly operation: Operation;
    readonly all: ByLook;
    /** The answers that broke a requirement. */
    readonly wrong: Record<string, ByLook>;
  }
>;

/** With this probability at most, the difference may be chance: which answers are wrong does not depend on the look. */
const chanceAtMost = 0.01;

/** A difference that shows for fewer clients than these may come from one of them (ruling 39), not from the suite. */
const clientsWanted = 3;

/** How many kinds of input a finding names. */
const namedAtMost = 3;

/** Adds a case. */
export function addToLooks(looks: Looks, line: CaseLine, { findings }: JudgementLine): void {
  const { operation, attempts } = line;
  const input = inputKindOf(line);
  const count = Math.max(1, attemptsAt(line) + attempts.filter(({ role }) => role === 'page').length);
  const { kind } = input;
  const made = (): Looks[string] => ({ kind, operation, all: {}, wrong: {} });
  const { all, wrong } = entryOf(looks, `${operation} ${inputKey(input)}`, made);
  addAnswers(all, line, count);
  for (const [requirement, found] of groupBy(findings, (each) => each.requirement)) {
    const shown = found.map(({ exchanges }) => exchanges.at(-1) ?? '');
    const affected = Math.min(count, new Set(shown).size);
    addAnswers(
      entryOf(wrong, requirement, () => ({})),
      line,
      affected,
      shown[0],
    );
  }
}

/** @param exchange the one to show; the first request of the case otherwise */
function addAnswers(into: ByLook, line: CaseLine, count: number, exchange?: string): void {
  const { circumstances, attempts } = line;
  const known = entryOf(into, lookOf(line), (): Answers => ({ count: 0, clients: [] }));
  known.count += count;
  for (const client of circumstances?.client ?? [])
    if (!known.clients.includes(client)) known.clients.push(client);
  const shown =
    attempts.find((attempt) => attempt.exchange === exchange) ??
    attempts.find(({ role }) => role === 'probe' || role === 'page');
  known.shown = firstOf(known.shown, shown);
}

/** The one with the first id, so that the order of cases does not matter. */
function firstOf(one: AttemptLine | undefined, other: AttemptLine | undefined): AttemptLine | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareIds(one.exchange, other.exchange) <= 0 ? one : other;
}

/** What the target does to ordinary clients and not to a test: differences, and how many answers showed each. */
export function disguiseDifferences(seen: Looks): { finding: Finding; affected: number }[] {
  const all = Object.values(seen);
  const pairs = all.flatMap(({ operation, wrong }) =>
    Object.keys(wrong).map((requirement) => ({ requirement, operation })),
  );
  return [...groupBy(pairs, pairOf).values()].flatMap(([{ requirement, operation }]) => {
    const of = all.filter((each) => each.operation === operation && requirement in each.wrong);
    return differenceIn(of, requirement, operation);
  });
}

function lookOf({ id }: CaseLine): Look {
  if (isOfSeries('undisguised', id)) return 'undisguised';
  return isOfSeries('paced', id) ? 'paced' : 'disguised';
}

/** Compares the looks in which something was wrong with those that look more like a test, in which nothing was. */
function differenceIn(
  of: readonly Looks[string][],
  requirement: string,
  operation: Operation,
): ReturnType<typeof disguiseDifferences> {
  const wrongIn = (look: Look): Answers[] => of.flatMap(({ wrong }) => wrong[requirement]?.[look] ?? []);
  const last = looks.findLastIndex((look) => wrongIn(look).length > 0);
  const [ordinary, ofTests] = [looks.slice(0, last + 1), looks.slice(last + 1)];
  const wrong = ordinary.flatMap(wrongIn);
  const allIn = (some: readonly Look[]): Answers[] =>
    of.flatMap(({ all }) => some.flatMap((look) => all[look] ?? []));
  const [theirs, tests] = [allIn(ordinary), allIn(ofTests)];
  const counts = { wrong: sum(wrong), answers: sum(theirs), tests: sum(tests) };
  // Without a request that looks like a test, everything is as it should be: nothing is compared.
  if (chanceOf(counts) > chanceAtMost) return [];
  if (clientsOf(wrong) < Math.min(clientsWanted, clientsOf(theirs))) return [];
  const sides = [wrong[0]?.shown, tests.at(-1)?.shown].flatMap((attempt) =>
    attempt === undefined ? [] : [{ exchange: attempt.exchange, value: cameBackText(attempt) }],
  );
  const kinds = [...new Set(of.map(({ kind }) => kind))].sort().slice(0, namedAtMost);
  const finding = findingOf({
    requirement,
    operation,
    kind: 'answers-by-disguise',
    parameters: { kinds, ...counts },
    actual: sides.map(({ value }) => value).join(' to an ordinary client, to a test '),
    exchanges: sides.map(({ exchange }) => exchange),
    sides,
  });
  return [{ finding, affected: counts.wrong }];
}

/**
 * The probability that all wrong answers are among those to ordinary clients by chance (Fisher's exact test).
 * @param counts how many answers to ordinary clients were wrong, of how many, and how many right ones tests got
 */
export function chanceOf(counts: { wrong: number; answers: number; tests: number }): number {
  const { wrong, answers, tests } = counts;
  let chance = 1;
  for (let drawn = 0; drawn < wrong; drawn += 1) chance *= (answers - drawn) / (answers + tests - drawn);
  return chance;
}

function sum(all: readonly Answers[]): number {
  return all.reduce((total, { count }) => total + count, 0);
}

function clientsOf(all: readonly Answers[]): number {
  return new Set(all.flatMap(({ clients }) => [...clients])).size;
}

function cameBackText({ cameBack }: AttemptLine): string {
  if (cameBack === undefined) return 'no response';
  const { status, mediaType, failure } = cameBack;
  return [status, mediaType, failure].filter((each) => each !== undefined).join(' ');
}
