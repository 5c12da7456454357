import type { AttemptLine, CaseLine } from '../../journal/case-line.ts';
import { type Finding, findingOf } from '../../journal/finding.ts';
import { attemptsAt, inputKey, inputKindOf } from '../../journal/input-kind.ts';
import type { JudgementLine } from '../../journal/journal-line.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { isOfSeries } from '../../session/case-series.ts';

/**
 * What requests look like: at the pace of ordinary clients, those of ordinary clients at the pace of a test, or those of
 * this suite. The first look least like a test.
 */
const looks = ['unhurried', 'disguised', 'undisguised'] as const;

type Look = (typeof looks)[number];

/** Answers to one kind of input that look alike. */
interface Answers {
  count: number;
  readonly clients: Set<string>;
  /** One of them, to show. */
  shown: AttemptLine | undefined;
}

/** A kind of input: all answers, and those that broke a requirement, by look. */
interface Compared {
  readonly kind: string;
  readonly operation: Operation;
  readonly all: Map<Look, Answers>;
  readonly wrong: Map<string, Map<Look, Answers>>;
}

/** Sums up how each kind of input was answered in each look; its size does not grow with the number of cases. */
export interface DressComparison {
  take(line: CaseLine, judgement: JudgementLine): void;
  /** What the target does to ordinary clients and not to a test. */
  findings(): { readonly finding: Finding; readonly affected: number }[];
}

/** With this probability at most, the difference may be chance: which answers are wrong does not depend on the look. */
const chanceAtMost = 0.01;

/** A difference that shows for fewer clients than these may come from one of them (ruling 39), not from the suite. */
const clientsWanted = 3;

/** How many kinds of input a finding names. */
const namedAtMost = 3;

export function createDressComparison(): DressComparison {
  const kinds = new Map<string, Compared>();
  return {
    take(line, judgement) {
      const { operation } = line;
      const input = inputKindOf(line);
      const key = `${operation} ${inputKey(input)}`;
      const compared = kinds.get(key) ?? { kind: input.kind, operation, all: new Map(), wrong: new Map() };
      kinds.set(key, compared);
      const look = lookOf(line);
      const attempts = Math.max(1, attemptsAt(line) + pagesOf(line));
      addTo(compared.all, look, { line, count: attempts });
      for (const requirement of new Set(judgement.findings.map((finding) => finding.requirement))) {
        const wrong = compared.wrong.get(requirement) ?? new Map<Look, Answers>();
        compared.wrong.set(requirement, wrong);
        const shown = judgement.findings
          .filter((finding) => finding.requirement === requirement)
          .map(({ exchanges }) => exchanges.at(-1) ?? '');
        const count = Math.min(attempts, new Set(shown).size);
        addTo(wrong, look, { line, count, exchange: shown[0] });
      }
    },
    findings() {
      const all = [...kinds.values()];
      const pairs = new Set(
        all.flatMap(({ operation, wrong }) =>
          [...wrong.keys()].map((requirement) => `${requirement} ${operation}`),
        ),
      );
      return [...pairs].sort().flatMap((pair) => {
        const [requirement = '', operation = ''] = pair.split(' ');
        const of = all.filter((each) => each.operation === operation && each.wrong.has(requirement));
        return differenceIn(of, requirement, operation as Operation);
      });
    },
  };
}

function pagesOf({ attempts }: CaseLine): number {
  return attempts.filter(({ role }) => role === 'page').length;
}

function lookOf({ id }: CaseLine): Look {
  if (isOfSeries('undisguised', id)) return 'undisguised';
  return isOfSeries('unhurried', id) ? 'unhurried' : 'disguised';
}

/** Compares the looks in which something was wrong with those that look more like a test, in which nothing was. */
function differenceIn(
  of: readonly Compared[],
  requirement: string,
  operation: Operation,
): ReturnType<DressComparison['findings']> {
  const wrongIn = (look: Look): Answers[] =>
    of.flatMap(({ wrong }) => wrong.get(requirement)?.get(look) ?? []);
  const last = looks.findLastIndex((look) => wrongIn(look).length > 0);
  const [ordinary, ofTests] = [looks.slice(0, last + 1), looks.slice(last + 1)];
  const wrong = ordinary.flatMap(wrongIn);
  const allIn = (some: readonly Look[]): Answers[] =>
    of.flatMap(({ all }) => some.flatMap((look) => all.get(look) ?? []));
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
    kind: 'answers-by-dress',
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

function addTo(
  by: Map<Look, Answers>,
  look: Look,
  { line, count, exchange }: { readonly line: CaseLine; readonly count: number; readonly exchange?: string },
): void {
  const answers = by.get(look) ?? { count: 0, clients: new Set(), shown: undefined };
  by.set(look, answers);
  answers.count += count;
  for (const client of line.circumstances?.client ?? []) answers.clients.add(client);
  answers.shown ??=
    line.attempts.find((attempt) => attempt.exchange === exchange) ??
    line.attempts.find(({ role }) => role === 'probe' || role === 'page');
}

function cameBackText({ cameBack }: AttemptLine): string {
  if (cameBack === undefined) return 'no response';
  const { status, mediaType, failure } = cameBack;
  return [status, mediaType, failure].filter((each) => each !== undefined).join(' ');
}
