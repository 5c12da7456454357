import { createHash } from 'node:crypto';
import { type Finding, withoutText } from './finding.ts';
import type { Judgement, Undecided } from './judgement.ts';

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
