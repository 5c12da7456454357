import type { Check } from '../../session/check.ts';
import { judgeAnswers } from '../answers/judge-answers.ts';

/** The plain listing succeeds, again and again, some of it at once. */
export const successChecks: readonly Check[] = [
  {
    requirement: 'LU-SUCCESS',
    operation: 'list-users',
    version: 1,
    judge: judgeAnswers,
    async conduct(conductor) {
      const times = conductor.rounds(1);
      await Promise.all(
        Array.from({ length: times }, () =>
          conductor.inCase({ kind: 'no-parameters' }, (builder) => builder.send('probe', {})),
        ),
      );
    },
  },
];
