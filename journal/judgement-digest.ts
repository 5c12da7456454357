import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';
import type { Judgement } from './judgement.ts';

/** SHA-256 of a judgement without its display texts and the names of cases and chains in them. */
export function judgementDigest(judgement: Judgement): string {
  const { judged, observations, unanswered, recovered, control } = judgement;
  const decided = {
    judged: Object.entries(judged).sort(([a], [b]) => (a < b ? -1 : 1)),
    findings: judgement.findings.map(withoutText),
    observations,
    unanswered,
    undecided: judgement.undecided.map(({ requirement, operation, kind }) => [requirement, operation, kind]),
    recovered,
    control,
  };
  return createHash('sha256').update(JSON.stringify(decided)).digest('hex');
}

function withoutText({ requirement, operation, kind, place, pointer, exchanges, ...rest }: Finding): unknown {
  const { header, shrunk } = rest;
  const { case: _case, chain: _chain, ...parameters } = rest.parameters ?? {};
  return [
    requirement,
    operation,
    kind,
    place,
    header,
    shrunk,
    pointer,
    Object.entries(parameters),
    exchanges,
  ];
}
