import { malformedBodies } from '../../generators/malformed-json.ts';
import { violations } from '../../generators/violations.ts';
import type { Conductor } from '../../harness/conductor.ts';
import { jsonBytes } from '../../harness/plain-request.ts';
import { fromRawBody, fromViolation } from '../conduct/from-violation.ts';
import { type MixedRequest, mixedTrafficCheck } from '../conduct/mixed-traffic.ts';
import type { Faulty } from '../conduct/refusals.ts';
import { asRequest, drawnBody, fullBody } from './bodies.ts';
import { conductRelations } from './relation-checks.ts';
import { judgeRelations } from './relations.ts';
import { requirementOfViolation } from './request-fields.ts';
import { validGenerate } from './valid.ts';

/** Every violation of the schema, malformed bodies, and as many valid requests between them. */
function mixture(conductor: Conductor, round: number): MixedRequest[] {
  if (conductor.facts.synchronizer === null) return [];
  const body = fullBody(conductor, round);
  const faulty = (as: string, { name, wrong, request }: Faulty): MixedRequest => ({
    draft: { name: `${name}, in mixed traffic`, as, wrong },
    request,
    needsTwin: true,
  });
  const structural = violations('generate-topology.request', body).flatMap((violation) => {
    const as = requirementOfViolation(violation);
    return as === undefined ? [] : [faulty(as, fromViolation(violation))];
  });
  const malformed = malformedBodies(jsonBytes(body))
    .filter(({ verdict }) => verdict === 'refuse')
    .map((raw) => faulty('GT-BODY', fromRawBody(raw)));
  const everyThird = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % 3 === round % 3);
  const valid = Array.from({ length: 60 }, (_, index) => ({
    draft: { name: 'a valid request, in mixed traffic', as: 'GT-SUCCESS' },
    request: asRequest(drawnBody(conductor, 10_000 + round * 100 + index)),
    needsTwin: false,
  }));
  return [...everyThird(structural), ...everyThird(malformed), ...valid];
}

export const wholeChecks = [
  mixedTrafficCheck('generate-topology', validGenerate, mixture, {
    judge: judgeRelations,
    conduct: conductRelations,
  }),
];
