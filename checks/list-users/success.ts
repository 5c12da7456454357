import type { Check } from '../../session/check.ts';
import { createCheck, inRounds } from '../conduct/check.ts';
import { clientCases } from '../conduct/client-cases.ts';
import { sendProbes } from '../conduct/probe.ts';

/** The plain listing succeeds repeatedly and concurrently. */
export const successChecks: readonly Check[] = [
  createCheck('list-users', 'LU-SUCCESS', (conductor) =>
    sendProbes(conductor, [
      ...inRounds(conductor, () => [{ draft: { kind: 'no-parameters' }, request: {} }]),
      ...clientCases(conductor, false).map(({ sent, ...draft }) => ({ draft, request: sent })),
    ]),
  ),
];
