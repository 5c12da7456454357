import { isOfSeries } from '../../engine/case-series.ts';
import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import { type Finding, findingOf } from '../../journal/finding.ts';
import { attemptsAt, inputKey, inputKindOf } from '../../journal/input-kind.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { Operation } from '../../requirements/requirement.ts';

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

/** A kind of input: all answers, and those that broke a requirement, by look. */
interface Compared {
  readonly kind: string;
  readonly operation: Operation;
  readonly all: ByLook;
  readonly wrong: Record<string, ByLook>;
}

/** How each kind of input was answered in each look; its size does not grow with the number of cases. */
export type Looks = Record<string, Compared>;

/** With this probability at most, the difference may be chance: which answers are wrong does not depend on the look. */
const chanceAtMost = 0.01;

/** A difference that shows for fewer clients than these may come from one of them (ruling 39), not from the suite. */
const clientsWanted = 3;

/** How many kinds of input a finding names. */
const namedAtMost = 3;

/** Adds a case. */
export function addToLooks(looks: Looks, line: CaseLine, judgement: JudgementLine): void {
  const { operation } = line;
  const input = inputKindOf(line);
  const look = lookOf(line);
  const attempts = Math.max(1, attemptsAt(line) + pagesOf(line));
  const { all, wrong } = entryOf(looks, `${operation} ${inputKey(input)}`, { kind: input.kind, operation });
  addAnswers(all, look, answersIn(line, attempts));
  if (judgement.findings.length === 0) return;
  for (const requirement of new Set(judgement.findings.map((finding) => finding.requirement))) {
    const shown = judgement.findings
      .filter((finding) => finding.requirement === requirement)
      .map(({ exchanges }) => exchanges.at(-1) ?? '');
    const count = Math.min(attempts, new Set(shown).size);
    wrong[requirement] ??= {};
    addAnswers(wrong[requirement], look, answersIn(line, count, shown[0]));
  }
}

function entryOf(looks: Looks, key: string, of: Pick<Compared, 'kind' | 'operation'>): Compared {
  looks[key] ??= { kind: of.kind, operation: of.operation, all: {}, wrong: {} };
  return looks[key];
}

/** Adds what was seen elsewhere. */
export function mergeLooks(into: Looks, more: Looks): void {
  for (const [key, compared] of Object.entries(more)) {
    const known = entryOf(into, key, compared);
    for (const look of looks) {
      addAnswers(known.all, look, compared.all[look]);
      for (const [requirement, wrong] of Object.entries(compared.wrong)) {
        known.wrong[requirement] ??= {};
        addAnswers(known.wrong[requirement], look, wrong[look]);
      }
    }
  }
}

function addAnswers(into: ByLook, look: Look, added: Answers | undefined): void {
  const known = into[look];
  if (known === undefined) into[look] = added;
  else if (added !== undefined) {
    known.count += added.count;
    for (const client of added.clients) if (!known.clients.includes(client)) known.clients.push(client);
    known.shown = firstOf(known.shown, added.shown);
  }
}

/** The one with the first id, so that the order of cases does not matter. */
function firstOf(one: AttemptLine | undefined, other: AttemptLine | undefined): AttemptLine | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return compareIds(one.exchange, other.exchange) <= 0 ? one : other;
}

function answersIn({ circumstances, attempts }: CaseLine, count: number, exchange?: string): Answers {
  return {
    count,
    clients: [...(circumstances?.client ?? [])],
    shown:
      attempts.find((attempt) => attempt.exchange === exchange) ??
      attempts.find(({ role }) => role === 'probe' || role === 'page'),
  };
}

/** A difference, and how many answers showed it. */
interface DisguiseDifference {
  readonly finding: Finding;
  readonly affected: number;
}

/** What the target does to ordinary clients and not to a test. */
export function disguiseDifferences(seen: Looks): DisguiseDifference[] {
  const all = Object.values(seen);
  const pairs = new Set(
    all.flatMap(({ operation, wrong }) =>
      Object.keys(wrong).map((requirement) => `${requirement} ${operation}`),
    ),
  );
  return [...pairs].sort().flatMap((pair) => {
    const [requirement = '', operation = ''] = pair.split(' ');
    const of = all.filter((each) => each.operation === operation && requirement in each.wrong);
    return differenceIn(of, requirement, operation as Operation);
  });
}

function pagesOf({ attempts }: CaseLine): number {
  return attempts.filter(({ role }) => role === 'page').length;
}

function lookOf({ id }: CaseLine): Look {
  if (isOfSeries('undisguised', id)) return 'undisguised';
  return isOfSeries('paced', id) ? 'paced' : 'disguised';
}

/** Compares the looks in which something was wrong with those that look more like a test, in which nothing was. */
function differenceIn(
  of: readonly Compared[],
  requirement: string,
  operation: Operation,
): DisguiseDifference[] {
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

/** How many answers to ordinary clients were wrong, of how many, and how many right ones there were to requests of tests. */
interface Counts {
  readonly wrong: number;
  readonly answers: number;
  readonly tests: number;
}

/** The probability that all wrong answers are among those to ordinary clients by chance (Fisher's exact test). */
export function chanceOf({ wrong, answers, tests }: Counts): number {
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
