import { malformedBodies } from '../../generators/malformed-json.ts';
import { malformedText } from '../../generators/malformed-text.ts';
import { draw } from '../../generators/seeding.ts';
import type { Check } from '../../session/check.ts';
import { jsonBytes } from '../../session/plain-request.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';
import { fromRawBody } from '../conduct/from-violation.ts';
import { conductRefusals } from '../conduct/refusals.ts';
import { drawnBody } from './bodies.ts';

/** Bodies that are not exactly one JSON object, refused with 400 text/plain (ruling 12). */
function refusedBodies(select: (name: string) => boolean): Check['conduct'] {
  return (conductor) =>
    conductRefusals(conductor, (index) => {
      const valid = jsonBytes(drawnBody(conductor, index));
      const listed = malformedBodies(valid).filter(
        ({ verdict, name }) => verdict === 'refuse' && select(name),
      );
      const random = draw(malformedText(valid), conductor.seedAt(index), 8).map((bytes, at) => ({
        name: `text that is no JSON object, drawn ${at + 1}`,
        bytes,
        verdict: 'refuse' as const,
      }));
      return {
        valid: { body: valid },
        faulty: [...listed, ...(select('random') ? random : [])].map(fromRawBody),
      };
    });
}

const isEmptyBody = (name: string): boolean => /^(an empty body|spaces alone|a line feed alone)$/.test(name);

export const bodyChecks: readonly Check[] = [
  {
    requirement: 'GT-BODY-REQUIRED',
    operation: 'generate-topology',
    version: 1,
    judge: judgeAnswers,
    conduct: refusedBodies(isEmptyBody),
  },
  {
    requirement: 'GT-BODY',
    operation: 'generate-topology',
    version: 1,
    judge: judgeAnswers,
    conduct: refusedBodies((name) => !isEmptyBody(name)),
  },
];
