import { createHash } from 'node:crypto';
import type { Operation } from '../requirements/requirement.ts';
import type { FailureKind } from '../wire/exchange.ts';
import { type Finding, type Found, findingOf, withoutText } from './finding.ts';
import { addCount } from './group-by.ts';
import type { Reason, ReasonKind } from './reason.ts';

/** What a target does where the document leaves room. */
export interface Observation {
  readonly id: string;
  readonly operation: Operation;
  readonly value: string;
}

/** A request that had no usable response in its final attempt (ruling 26). */
export interface UnansweredRequest {
  readonly operation: Operation;
  readonly kind: FailureKind | 'busy';
  readonly wellFormed: boolean;
  readonly exchanges: readonly string[];
}

/** A requirement that neither passed nor failed. */
export interface Undecided {
  readonly requirement: string;
  readonly operation: Operation;
  readonly kind: ReasonKind;
  /** Display text. */
  readonly reason: string;
}

/** The judgement of one case record: pure data, the same for the same record, requirement and profile. */
export interface Judgement {
  /** For each requirement, how many responses were judged. */
  readonly judged: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
  readonly unanswered: readonly UnansweredRequest[];
  /** Requirements that this case leaves undecided, for a reason outside the target's contract (ruling 18). */
  readonly undecided: readonly Undecided[];
  /** Requests that were answered only after a retry. */
  readonly recovered: number;
  /** Whether the valid control succeeded; otherwise a rejection proves nothing (ruling 25). */
  readonly control: 'succeeded' | 'failed' | 'pending' | 'none';
}

/** The requirements for which at least one response was judged. */
export function judgedIds({ judged }: Pick<Judgement, 'judged'>): string[] {
  return Object.keys(judged).filter((id) => (judged[id] ?? 0) > 0);
}

/** Collects a judgement; every method may be called repeatedly. */
export interface Sink {
  judged(requirement: string, count?: number): void;
  finding(found: Found): void;
  observe(id: string, operation: Operation, value: string): void;
  unanswered(unanswered: UnansweredRequest): void;
  undecided(of: Pick<Undecided, 'requirement' | 'operation'>, reason: Reason): void;
  recovered(count: number): void;
}

/** How many findings, and how many observations, a case keeps per requirement: a response can cause a million of either. */
const keptOfEach = 5_000;

export function collect(judge: (sink: Sink) => Judgement['control']): Judgement {
  const judged: Record<string, number> = {};
  const findings: Finding[] = [];
  const observations: Observation[] = [];
  const unanswered: UnansweredRequest[] = [];
  const undecided: Undecided[] = [];
  let recovered = 0;
  const counts = new Map<string, number>();
  const observed = new Set<string>();
  /** Whether one more is kept. */
  const hasRoom = (what: string): boolean => {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    return count <= keptOfEach;
  };
  const control = judge({
    judged: (requirement, count = 1) => addCount(judged, requirement, count),
    finding: (found) => {
      if (hasRoom(`finding ${found.requirement} ${found.operation}`)) findings.push(findingOf(found));
    },
    observe: (id, operation, value) => {
      const key = `${id} ${operation} ${value}`;
      if (observed.has(key) || !hasRoom(`observation ${id} ${operation}`)) return;
      observed.add(key);
      observations.push({ id, operation, value });
    },
    unanswered: (one) => unanswered.push(one),
    undecided: ({ requirement, operation }, { kind, text }) =>
      undecided.push({ requirement, operation, kind, reason: text }),
    recovered: (count) => {
      recovered += count;
    },
  });
  return { judged, findings, observations, unanswered, undecided, recovered, control };
}

/** SHA-256 of a judgement without its display texts and the names of cases and chains in them. */
export function judgementDigest(judgement: Judgement): string {
  return digestOf(judgement, judgement.findings.map(decidedIn), judgement.undecided.map(kindIn));
}

/**
 * Whether two judgements of a case decide the same. Findings and reasons of schema version 1 have no kinds; what they
 * are about is compared then.
 */
export function decideTheSame(one: Judgement, other: Judgement): boolean {
  const isOld = [one, other].some(({ findings, undecided }) =>
    [...findings, ...undecided].some(({ kind }) => kind === 'unclassified'),
  );
  if (!isOld) return judgementDigest(one) === judgementDigest(other);
  const [a = '', b = ''] = [one, other].map((each) =>
    digestOf(each, each.findings.map(aboutIn), each.undecided.map(aboutIn)),
  );
  return a === b;
}

function digestOf(judgement: Judgement, findings: unknown, undecided: unknown): string {
  const { judged, observations, unanswered, recovered, control } = judgement;
  const decided = {
    judged: Object.entries(judged).sort(([a], [b]) => (a < b ? -1 : 1)),
    findings,
    observations,
    unanswered,
    undecided,
    recovered,
    control,
  };
  return createHash('sha256').update(JSON.stringify(decided)).digest('hex');
}

function decidedIn({ requirement, operation, kind, place, pointer, exchanges, ...rest }: Finding): unknown {
  const { header, shrunk, parameters } = rest;
  return [requirement, operation, kind, place, header, shrunk, pointer, withoutText(parameters), exchanges];
}

function kindIn({ requirement, operation, kind }: Undecided): unknown {
  return [requirement, operation, kind];
}

function aboutIn({ requirement, operation, ...rest }: Finding | Undecided): unknown {
  return 'exchanges' in rest
    ? [requirement, operation, rest.pointer, rest.exchanges]
    : [requirement, operation];
}
