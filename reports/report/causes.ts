import { commonText } from '../../journal/case-text.ts';
import { placeKey } from '../../journal/finding-source.ts';
import { groupBy } from '../../journal/group-by.ts';
import { isAmongIds } from '../../requirements/pitfalls/catalogue.ts';
import type { Followers, PitfallStack, Platform } from '../../requirements/pitfalls/pitfall.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { adviceFor, inputOf, leniencyIn, pitfallsIn, recognizedIn, signsIn } from './hint.ts';
import type { Report, ReportFinding, ReportResult } from './report.ts';

/** Something to repair, and what it has broken. */
export interface Cause {
  /** Of the pitfall or leniency, or of what the findings have in common; unique in a report. */
  readonly id: string;
  /** Display text. */
  readonly title: string;
  /** False if no known cause explains the findings, which then stand for themselves. */
  readonly isKnown: boolean;
  /** Advice for the recognized platform; for common ones if none is recognized. */
  readonly stacks: readonly PitfallStack[];
  /** Where, in the order of the report: requirements, and the operations on which each is broken for this cause. */
  readonly places: readonly { readonly requirement: string; readonly operations: readonly Operation[] }[];
  readonly findings: ReadonlySet<ReportFinding>;
  /** The result and the finding that show it best. */
  readonly example: { readonly result: ReportResult; readonly finding: ReportFinding };
  /** How many results pass when this and all causes before it are repaired, in words. */
  readonly worth: string;
}

/** A finding to explain. The findings of a result weigh 1 together. */
interface Fact extends Readonly<Cause['example']> {
  readonly weight: number;
}

/** A cause that may be, and how well it explains each fact: 1 if a catalogue names the requirement and the finding. */
interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly stacks: readonly PitfallStack[];
  readonly hits: Map<Fact, number>;
  /** Only what facts have in common: it counts where several results have it. */
  readonly isAlike?: true;
  /** What speaks against it. */
  against: number;
}

/**
 * The causes of failures, chosen from candidates until none explains more (greedy set cover): each time the one that explains
 * most of what is left, less what speaks against it. What no candidate explains stands for itself. The order is that of
 * what turns green. See docs/reading-results.md#causes.
 */
export function causesOf(
  report: Pick<Report, 'results' | 'observations' | 'software'>,
  outcome: ReportResult['outcome'] = 'failed',
): Cause[] {
  const { results } = report;
  const broken = results.filter((each) => each.outcome === outcome && each.waived === null);
  const facts = broken.flatMap((result) =>
    result.findings.map((finding): Fact => ({ result, finding, weight: 1 / result.findings.length })),
  );
  const left = new Set(facts);
  const chosen: { candidate: Candidate; explained: Fact[] }[] = [];
  const candidates = candidatesFor(facts, report);
  for (;;) {
    const best = bestOf(candidates, left);
    if (best === undefined) break;
    const explained = [...best.hits.keys()].filter((fact) => left.has(fact));
    for (const fact of explained) left.delete(fact);
    chosen.push({ candidate: best, explained });
  }
  for (const fact of left) {
    const same = chosen.find(({ explained }) => explained.some((other) => isLike(fact, other)));
    same?.explained.push(fact);
    if (same !== undefined) continue;
    const { result, finding } = fact;
    const id = `${result.requirement} ${finding.kind ?? ''}`;
    const candidate = { id, title: finding.message, stacks: [], hits: new Map(), against: 0 };
    chosen.push({ candidate, explained: [fact] });
  }
  const platform = recognizedIn(report);
  const causes = chosen.map(({ candidate, explained }) => ({
    id: candidate.id,
    title: candidate.title,
    isKnown: candidate.hits.size > 0,
    stacks: stacksOf(candidate, explained, candidates, platform),
    places: placesOf(explained),
    findings: new Set(explained.map(({ finding }) => finding)),
    example: clearest(explained),
  }));
  return ranked(causes, broken);
}

/** The same requirement in another operation or with another input has the same cause, unless something tells them apart. */
function isLike({ result, finding }: Fact, other: Fact): boolean {
  return result.requirement === other.result.requirement && finding.kind === other.finding.kind;
}

/** A cause must explain at least a tenth of a result. */
const leastExplained = 0.1;

function bestOf(candidates: readonly Candidate[], left: ReadonlySet<Fact>): Candidate | undefined {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    const facts = [...candidate.hits].filter(([fact]) => left.has(fact));
    if (candidate.isAlike === true && new Set(facts.map(([{ result }]) => result)).size < 2) continue;
    const score = facts.reduce((sum, [{ weight }, strength]) => sum + weight * strength, -candidate.against);
    if (score >= leastExplained && score > (best?.score ?? 0)) best = { candidate, score };
  }
  return best?.candidate;
}

/** What a requirement that passes, although the cause would break it, takes off. */
const contradiction = 0.7;

function candidatesFor(
  facts: readonly Fact[],
  { results, observations }: Pick<Report, 'results' | 'observations'>,
): Candidate[] {
  const all = new Map<string, Candidate>();
  const add = (proposed: Omit<Candidate, 'hits' | 'against'>, fact: Fact, strength: number): Candidate => {
    const candidate = all.get(proposed.id) ?? { ...proposed, hits: new Map(), against: 0 };
    all.set(proposed.id, candidate);
    if (strength > (candidate.hits.get(fact) ?? 0)) candidate.hits.set(fact, strength);
    return candidate;
  };
  for (const fact of facts) {
    const { result, finding } = fact;
    const leniency = leniencyIn(finding);
    // A field under another name is one that is missing: where that is accepted, nothing more is known of names.
    const missing = leniency?.area === 'member-name' ? missingBeside(fact, facts) : undefined;
    if (missing !== undefined) {
      for (const pitfall of pitfallsIn(result, missing.finding, observations)) add(pitfall, fact, 1.2);
      continue;
    }
    if (leniency !== undefined) add(leniency, fact, 1.1);
    const area = finding.kind === 'accepted-invalid' ? (leniency?.area ?? inputOf(finding)) : '';
    const parser = parsers.find(({ of }) => of.includes(area));
    if (parser !== undefined) add({ id: parser.id, title: parser.title, stacks: [] }, fact, 1);
    for (const pitfall of pitfallsIn(result, finding, observations)) {
      // What is known of the very input says more than what is known of its requirement.
      const candidate = add(pitfall, fact, (leniency === undefined ? 1 : 0.8) + signsIn(pitfall) / 10);
      const spared = results.filter(
        ({ requirement, operation, outcome }) =>
          operation === result.operation && outcome === 'passed' && pitfall.always?.includes(requirement),
      );
      candidate.against = Math.max(candidate.against, contradiction * spared.length);
      for (const follows of pitfall.follows ?? [])
        for (const other of facts) if (isAfter(other, fact, follows)) add(pitfall, other, 0.9);
    }
    for (const [id, title] of inCommon(finding)) add({ id, title, stacks: [], isAlike: true }, fact, 0.8);
  }
  return [...all.values()];
}

/** The finding that the field of another finding may be missing altogether. */
function missingBeside({ result, finding }: Fact, facts: readonly Fact[]): Fact | undefined {
  return facts.find(
    (other) =>
      other.result === result &&
      other.finding.kind === finding.kind &&
      other.finding.input?.kind === 'missing' &&
      other.finding.input.pointer === finding.input?.pointer,
  );
}

/** Whether a fact goes with another one of the same operation. */
function isAfter(
  { result, finding }: Fact,
  first: Fact,
  { requirements, findings, behind = ['*'] }: Followers,
): boolean {
  return (
    result.operation === first.result.operation &&
    isAmongIds(behind, first.result.requirement) &&
    isAmongIds(requirements, result.requirement) &&
    isAmongIds(findings, finding.kind ?? '')
  );
}

/** What decides on inputs of several kinds, by areas of leniencies and kinds of input. */
const parsers: readonly { readonly id: string; readonly title: string; readonly of: readonly string[] }[] = [
  { id: 'lenient-json', title: 'The JSON parser accepts more than JSON.', of: ['json-text', 'member-name'] },
  {
    id: 'lenient-values',
    title: 'Values are converted to the documented type instead of rejected.',
    of: ['value', 'wrong-type'],
  },
  { id: 'lenient-keys', title: 'The key is decoded leniently.', of: ['key-data'] },
  { id: 'lenient-credentials', title: 'The token is read leniently.', of: ['credential'] },
];

/**
 * The advice of a candidate for the platform; without any, that of what else explains the same findings, if possible by their very
 * inputs. The most frequent is first: each stack once, or all that is to be set in those of a recognized platform.
 */
function stacksOf(
  { stacks, hits }: Candidate,
  explained: readonly Fact[],
  candidates: readonly Candidate[],
  platform: Platform | undefined,
): readonly PitfallStack[] {
  const own = adviceFor(stacks, platform);
  if (own.length > 0 || hits.size === 0) return own;
  const adviceAbove = (least: number): PitfallStack[] =>
    candidates
      .filter((each) => explained.some((fact) => (each.hits.get(fact) ?? 0) >= least))
      .flatMap((each) => adviceFor(each.stacks, platform));
  const others = [1, 0.1].map(adviceAbove).find(({ length }) => length > 0) ?? [];
  const groups = groupBy(others, ({ name, remedy }) => (platform ? `${name} ${remedy}` : name));
  return [...groups.values()].sort((a, b) => b.length - a.length).map(([first]) => first);
}

/** What a finding may share with others that no catalogue names: an id and a text for each. A relation shares nothing. */
function inCommon(finding: ReportFinding): (readonly [id: string, title: string])[] {
  const { kind, input, pointer, parameters, place, message, cameBack } = finding;
  if (kind === undefined || place === 'relation') return [];
  const { status, mediaType = 'without Content-Type' } = cameBack ?? {};
  const form = status === undefined ? '' : ` (${status} ${mediaType})`;
  if (mediaType === 'text/html' && (status ?? 0) >= 400) {
    const from = /, from \S+/.exec(finding.actual.slice(0, 80))?.[0] ?? '';
    return [[`page ${status}`, `Responses are pages (${status} text/html${from}).`]];
  }
  if (input === undefined)
    return [[`${placeKey({ kind, pointer, parameters })}${form}`, `${message}${form}`]];
  const verb = verbs[kind] ?? 'Failed';
  return [
    [`${kind} ${inputOf(finding)}`, `${verb}: ${commonText(input.kind, '')}`],
    ...(input.pointer === ''
      ? []
      : [[`${kind} at ${input.pointer}`, `${verb}: several values of ${input.pointer}`] as const]),
    // A success of another form than usual is made by one handler, whatever is wrong with the request.
    ...(kind === 'accepted-invalid' && form === ' (200 application/json)'
      ? []
      : [[`${kind}${form}`, `${verb}${form}`] as const]),
  ];
}

const verbs: Readonly<Record<string, string>> = {
  'accepted-invalid': 'Accepted',
  'valid-rejected': 'Rejected although valid',
  'request-unanswered': 'Not answered',
};

/** The finding that shows most often what it says. Relations between answers are harder to read. */
function clearest(facts: readonly Fact[]): Fact {
  const [first, ...others] = facts;
  if (first === undefined) throw new Error('A cause explains at least one finding.');
  return others.reduce((best, each) => (clarity(each) > clarity(best) ? each : best), first);
}

function clarity({ finding: { place, shrunk, affected = 0, attempts = affected, exchanges } }: Fact): number {
  return (
    (exchanges.length > 0 ? 4 : 0) +
    (place === 'relation' ? 0 : 2) +
    (shrunk === true ? 1 : 0) +
    affected / Math.max(1, attempts)
  );
}

function placesOf(facts: readonly Fact[]): Cause['places'] {
  const places = groupBy(facts, ({ result }) => result.requirement);
  return [...places].map(([requirement, own]) => ({
    requirement,
    operations: [...new Set(own.map(({ result }) => result.operation))],
  }));
}

/** Places by their operations, each in the order of the report. */
export function byOperations(places: Cause['places']) {
  const groups = groupBy(places, ({ operations }) => operations.join(' '));
  return [...groups.values()].map((alike) => ({
    requirements: alike.map(({ requirement }) => requirement),
    operations: alike[0].operations,
  }));
}

/** In the order of what turns green when one is repaired after the other; a cause that shares results with others is later. */
function ranked(causes: readonly Omit<Cause, 'worth'>[], broken: readonly ReportResult[]): Cause[] {
  const rest = new Set(causes);
  const sorted: Cause[] = [];
  const repaired = new Set<ReportFinding>();
  const passingWith = (more: ReadonlySet<ReportFinding>): number =>
    broken.filter(({ findings }) => findings.every((each) => repaired.has(each) || more.has(each))).length;
  const all = `${broken.length} ${broken.length === 1 ? 'requirement passes' : 'requirements pass'}`;
  while (rest.size > 0) {
    const [{ cause, passing }] = [...rest]
      .map((cause) => ({ cause, passing: passingWith(cause.findings) }))
      .sort(
        (a, b) =>
          b.passing - a.passing ||
          Number(b.cause.isKnown) - Number(a.cause.isKnown) ||
          b.cause.places.length - a.cause.places.length,
      ) as [{ cause: Omit<Cause, 'worth'>; passing: number }];
    sorted.push({ ...cause, worth: `then ${passing} of ${all}, if nothing else is wrong` });
    for (const finding of cause.findings) repaired.add(finding);
    rest.delete(cause);
  }
  return sorted;
}
