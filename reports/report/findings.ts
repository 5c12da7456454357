import type { CameBack } from '../../journal/attempt-summary.ts';
import type { CaseLine } from '../../journal/case-line.ts';
import type { Finding } from '../../journal/finding.ts';
import { type FindingSource, groupKey, isAboutInput } from '../../journal/finding-source.ts';
import { attemptsAt, type InputKind, inputKey } from '../../journal/input-kind.ts';
import { addExample, type Example, exampleOf } from './examples.ts';

/** How many different inputs, and how many details, a group remembers; the others only count. */
const differentAtMost = 50;

/** An input that showed a finding, and in how many answers. */
export interface AffectedInput {
  readonly input: InputKind;
  affected: number;
}

/** Findings that a report lists as one; the group does not depend on the order in which they were added. */
export interface FindingGroup {
  /** The finding of the clearest example. */
  finding: Finding;
  /** The clearest examples, the best first. */
  examples: Example[];
  affected: number;
  /** Whether one of the requests is the smallest that still fails. */
  shrunk: boolean;
  /** The requirements whose cases showed it. */
  readonly shownBy: Set<string>;
  /** What the finding says of the input, if it is about one. */
  readonly input: InputKind | undefined;
  readonly cameBack: CameBack | undefined;
  /** The inputs that showed it. */
  readonly inputs: Map<string, AffectedInput>;
  /** What distinguishes inputs of the same kind, with the number of affected answers. */
  readonly details: Map<string, number>;
  /** Whether it only showed while other requests were under way. */
  onlyConcurrent: boolean;
  /** Cases that the check of the requirement itself conducted: how many requests of each showed it, and of how many. */
  readonly ownCases: Map<string, { affected: number; readonly attempts: number }>;
}

/** The groups of one requirement on one operation. */
export type FindingGroups = Map<string, FindingGroup>;

/** A finding with its case, or, if the case was not kept, with what is known of it. */
export interface Occurrence {
  readonly source?: FindingSource;
  readonly line?: CaseLine;
  /** The number of affected answers. */
  readonly affected?: number;
}

/** Adds a finding to the group it belongs to. */
export function addFinding(groups: FindingGroups, finding: Finding, occurrence: Occurrence = {}): void {
  const { source = {}, line, affected = 1 } = occurrence;
  const key = groupKey(finding, source);
  const example = exampleOf(finding, line);
  const group = groups.get(key) ?? emptyGroup(finding, source, example);
  groups.set(key, group);
  addExample(group.examples, example);
  // The texts shown are those of the clearest example.
  if (group.examples[0] === example) group.finding = finding;
  group.affected += affected;
  if (finding.shrunk === true) group.shrunk = true;
  addSource(group, source, affected);
  if (line !== undefined) addOwnCase(group, finding, line, affected);
}

function addOwnCase(
  { ownCases }: FindingGroup,
  { requirement, operation }: Finding,
  line: CaseLine,
  affected: number,
): void {
  if (!line.id.startsWith(`${requirement}@${operation}/`)) return;
  const known = ownCases.get(line.id);
  if (known !== undefined) known.affected += affected;
  else if (ownCases.size < differentAtMost) ownCases.set(line.id, { affected, attempts: attemptsAt(line) });
}

/** How many requests must show a finding before the check of its requirement alone is certain to show it again. */
const enough = 3;

/**
 * Whether the check of the requirement shows it whenever it is conducted. A kind of input can have values of which a target
 * accepts some and rejects others, each of them always: requests that are repeated tell that from chance.
 */
export function isShownByOwnCheck({ ownCases }: FindingGroup): boolean {
  const always = [...ownCases.values()].filter(({ affected, attempts }) => affected >= attempts);
  return always.reduce((sum, { affected }) => sum + affected, 0) >= enough;
}

function emptyGroup(finding: Finding, source: FindingSource, example: Example): FindingGroup {
  return {
    finding,
    examples: [example],
    affected: 0,
    shrunk: false,
    shownBy: new Set(),
    input: isAboutInput(finding.kind, source) ? source.input : undefined,
    cameBack: source.cameBack,
    inputs: new Map(),
    details: new Map(),
    onlyConcurrent: true,
    ownCases: new Map(),
  };
}

function addSource(
  group: FindingGroup,
  { shownBy, input, detail, isConcurrent }: FindingSource,
  affected: number,
): void {
  if (shownBy !== undefined) group.shownBy.add(shownBy);
  if (isConcurrent !== true) group.onlyConcurrent = false;
  if (detail !== undefined) {
    const known = group.details.get(detail);
    if (known !== undefined || group.details.size < differentAtMost)
      group.details.set(detail, (known ?? 0) + affected);
  }
  if (input === undefined) return;
  const key = inputKey(input);
  const known = group.inputs.get(key);
  if (known !== undefined) known.affected += affected;
  else if (group.inputs.size < differentAtMost) group.inputs.set(key, { input, affected });
}

/**
 * Adds groups of a comparison that includes what single cases compared: an answer found both ways is one answer, and the
 * cases are what shows it.
 */
export function mergeGroups(groups: FindingGroups, compared: FindingGroups): void {
  for (const [key, group] of compared) {
    const known = groups.get(key);
    if (known === undefined) {
      groups.set(key, group);
      continue;
    }
    const before = known.examples[0];
    for (const example of group.examples) addExample(known.examples, example);
    if (known.examples[0] !== before) known.finding = group.finding;
    known.affected = Math.max(known.affected, group.affected);
  }
}
