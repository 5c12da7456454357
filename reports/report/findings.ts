import {
  type AttemptLine,
  type CameBack,
  type CaseLine,
  isPlainest,
  isShrunk,
} from '../../journal/case-line.ts';
import { compareIds } from '../../journal/compare-ids.ts';
import type { Finding } from '../../journal/finding.ts';
import {
  attemptOf,
  attemptsAt,
  type FindingSource,
  groupKey,
  type InputKind,
  inputKey,
  isAboutInput,
} from '../../journal/finding-source.ts';
import { addCount, insertInOrder } from '../../journal/group-by.ts';

/** How many different inputs, details and cases a group remembers; the others only count. */
const differentAtMost = 50;

/** The most examples of a finding. */
const keptExamples = 20;

/** Exchanges that show a finding together, and how clearly: the first difference counts, less is clearer. */
interface Example {
  readonly exchanges: readonly string[];
  /** What was sent before it on the same connection, if that is part of the case. */
  readonly behind?: readonly string[];
  readonly rank: readonly number[];
  /** Breaks ties between examples that are equally clear. */
  readonly text: string;
}

/** Findings that a report lists as one; the group does not depend on the order in which they were added. */
export interface FindingGroup {
  /** The finding of the clearest example. */
  finding: Finding;
  /** The clearest examples, the best first. */
  readonly examples: Example[];
  /** Affected inputs if the findings are about inputs, otherwise affected answers. */
  affected: number;
  /** Whether one of the requests is the smallest that still fails. */
  shrunk: boolean;
  /** Whether a single case showed it. */
  isOfCase: boolean;
  /** What the finding says of the input, if it is about one. */
  readonly input?: InputKind;
  readonly cameBack?: CameBack;
  /** The inputs that showed it, by their keys, and in how many answers. */
  readonly inputs: Record<string, { readonly input: InputKind; affected: number }>;
  /** What distinguishes inputs of the same kind, with the number of affected answers. */
  readonly details: Record<string, number>;
  /** Whether it only showed while other requests were under way. */
  onlyConcurrent: boolean;
  /** Of its requests that were repeated: how many repetitions were sent and showed it, with their clients and in the plainest form. */
  readonly again: Record<'withClient' | 'plainest', { sent: number; shown: number }>;
  /** Cases that the check of the requirement itself conducted: how many requests of each showed it, and of how many. */
  readonly ownCases: Record<string, { affected: number; readonly attempts: number }>;
}

/** The groups of one requirement on one operation. */
export type FindingGroups = Record<string, FindingGroup>;

/**
 * Adds a finding to the group it belongs to.
 * @param of its case, or, if the case was not kept, what is known of it, and the number of affected answers and inputs
 */
export function addFinding(
  groups: FindingGroups,
  finding: Finding,
  of: {
    readonly source?: FindingSource;
    readonly line?: CaseLine;
    readonly affected?: number;
    readonly inputs?: number;
  } = {},
): void {
  const { source = {}, line, affected: answers = 1, inputs = answers } = of;
  const input = isAboutInput(finding.kind, source) ? source.input : undefined;
  const affected = input === undefined ? answers : inputs;
  const group: FindingGroup = {
    finding,
    examples: [exampleOf(finding, line)],
    affected,
    shrunk: finding.shrunk === true,
    isOfCase: source.shownBy !== undefined,
    input,
    cameBack: source.cameBack,
    inputs:
      source.input === undefined
        ? {}
        : { [inputKey(source.input)]: { input: source.input, affected: inputs } },
    details: source.detail === undefined ? {} : { [source.detail]: inputs },
    onlyConcurrent: source.isConcurrent === true,
    again: againOf(finding, line),
    ownCases:
      line?.id.startsWith(`${finding.requirement}@${finding.operation}/`) === true
        ? { [line.id]: { affected: answers, attempts: attemptsAt(line) } }
        : {},
  };
  const key = groupKey(finding, source);
  const known = groups[key];
  if (known === undefined) {
    groups[key] = group;
    return;
  }
  mergeExamples(known, group);
  known.affected += affected;
  known.shrunk ||= group.shrunk;
  known.onlyConcurrent &&= group.onlyConcurrent;
  for (const form of ['withClient', 'plainest'] as const) {
    known.again[form].sent += group.again[form].sent;
    known.again[form].shown += group.again[form].shown;
  }
  known.isOfCase ||= group.isOfCase;
  for (const [detail, count] of Object.entries(group.details))
    if (hasRoom(known.details, detail)) addCount(known.details, detail, count);
  addAffected(known.inputs, group.inputs);
  addAffected(known.ownCases, group.ownCases);
}

function againOf({ exchanges }: Finding, line: CaseLine | undefined): FindingGroup['again'] {
  const attempt = line === undefined ? undefined : attemptOf(line, exchanges.at(-1));
  // One without an answer, or with one on a retry alone, tells nothing.
  const told = line?.attempts.filter(({ cameBack }) => cameBack?.status !== undefined) ?? [];
  const sent = (isOf: (each: AttemptLine) => boolean): number =>
    told.filter((each) => isOf(each) && each.repeats === attempt?.ordinal).length;
  const shown = (isOf: (each: AttemptLine) => boolean): number =>
    attempt !== undefined && isOf(attempt) ? 1 : 0;
  const isRepeat = ({ role }: AttemptLine): boolean => role === 'repeat';
  return {
    withClient: { sent: sent(isRepeat), shown: shown(isRepeat) },
    plainest: { sent: sent(isPlainest), shown: shown(isPlainest) },
  };
}

function addAffected<T extends { affected: number }>(into: Record<string, T>, more: Record<string, T>): void {
  for (const [key, one] of Object.entries(more)) {
    const known = into[key];
    if (known !== undefined) known.affected += one.affected;
    else if (hasRoom(into, key)) into[key] = one;
  }
}

function hasRoom(kept: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(kept, key) || Object.keys(kept).length < differentAtMost;
}

/**
 * Adds groups of a comparison that includes what single cases compared: an answer found both ways is one answer, and the
 * cases are what shows it.
 */
export function addCompared(groups: FindingGroups, compared: FindingGroups): void {
  for (const [key, group] of Object.entries(compared)) {
    const known = groups[key];
    if (known === undefined) groups[key] = group;
    else {
      mergeExamples(known, group);
      known.affected = Math.max(known.affected, group.affected);
    }
  }
}

/** The texts shown are those of the clearest example. */
function mergeExamples(known: FindingGroup, group: FindingGroup): void {
  const [before] = known.examples;
  for (const example of group.examples) addExample(known.examples, example);
  if (known.examples[0] !== before) known.finding = group.finding;
}

/** How many requests must show a finding before the check of its requirement alone is certain to show it again. */
const enough = 3;

/**
 * Whether the check of the requirement shows it whenever it is conducted. A kind of input can have values of which a target
 * accepts some and rejects others, each of them always: requests that are repeated tell that from chance.
 */
export function isShownByOwnCheck({ ownCases }: Pick<FindingGroup, 'ownCases'>): boolean {
  const always = Object.values(ownCases).filter(({ affected, attempts }) => affected >= attempts);
  return always.reduce((sum, { affected }) => sum + affected, 0) >= enough;
}

/** An example from a case; without a case it is the least clear. */
function exampleOf(finding: Finding, line: CaseLine | undefined): Example {
  const { exchanges, expected, actual } = finding;
  const text = JSON.stringify([expected, actual]);
  if (exchanges.length === 0) return { exchanges, rank: [2], text };
  if (line === undefined) return { exchanges, rank: [1], text };
  const behind = attemptOf(line, exchanges[0])?.behind;
  return { exchanges, behind, rank: [0, ...rankOf(finding, line)], text };
}

/**
 * A case of the requirement itself shows its finding best; then a request with nothing else wrong, the smallest that fails,
 * one sent alone, in the plainest form, and with the shortest body.
 */
function rankOf({ requirement, exchanges }: Finding, line: CaseLine): number[] {
  const attempt = attemptOf(line, exchanges[0]);
  const { context = [], circumstances = {} } = line;
  const isValid = line.wrong === 'valid' && line.credential === 'valid';
  // A fault of the request is beside the point of an answer that is a success.
  const isSuccess = (attempt?.cameBack?.status ?? 500) < 400;
  const plain: Readonly<Record<string, string>> = { client: 'suite', connection: 'kept', framing: 'length' };
  const isPlain = attempt !== undefined && isPlainest(attempt);
  const special = Object.entries(plain).filter(([kind, value]) =>
    circumstances[kind as keyof typeof circumstances]?.some((each) => each !== value),
  );
  return [
    line.requirement === requirement ? 0 : 1,
    isSuccess && !isValid ? 1 : 0,
    attempt?.role === 'control' ? 1 : 0,
    isShrunk(line) ? 0 : 1 + context.length,
    isPlain ? 0 : special.length,
    attempt?.bytes ?? 0,
  ];
}

/** Inserts an example at its place, if it is among the clearest. */
function addExample(examples: Example[], example: Example): void {
  const same = examples.findIndex((each) => each.exchanges.join(' ') === example.exchanges.join(' '));
  const known = examples[same];
  if (known !== undefined) {
    // The same exchanges: the first text counts, so that the order of lines does not matter.
    if (compare(example, known) < 0) examples[same] = example;
    return;
  }
  insertInOrder(examples, example, keptExamples, compare);
}

function compare(one: Example, other: Example): number {
  for (let index = 0; index < Math.max(one.rank.length, other.rank.length); index += 1) {
    const order = (one.rank[index] ?? 0) - (other.rank[index] ?? 0);
    if (order !== 0) return order;
  }
  const byId = compareIds(one.exchanges[0] ?? '', other.exchanges[0] ?? '');
  if (byId !== 0) return byId;
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}

/** The exchanges of the examples, the clearest first, each once. */
export function exchangesOf(examples: readonly Example[]): string[] {
  return [...new Set(examples.flatMap(({ exchanges }) => exchanges))].slice(0, keptExamples);
}
