import { type BuiltCase, buildCase } from '../../engine/case-builder.ts';
import { momentsOf, wallClock } from '../../engine/clock.ts';
import { createHealth, patienceFor } from '../../engine/health.ts';
import type { CaseParts } from '../../engine/sent-request.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { present, validToken } from '../../wire/credential.ts';
import { type Coming, type ScriptedWire, type Sent, scriptedWire } from './scripted-wire.ts';

export const plain = { query: 'plain' };
export const input = { query: 'input' };
export const isInput = ({ request }: Sent): boolean => request.query === 'input';

/** A case over a wire that answers by a script. */
export function caseOn(
  script: (sent: Sent, nth: number) => Coming,
  parts: Partial<CaseParts> = {},
): { readonly builder: BuiltCase; readonly wire: ScriptedWire } {
  const wire = scriptedWire(script);
  const builder = buildCase(
    {
      id: 'LU-SUCCESS@list-users/1',
      requirement: 'LU-SUCCESS',
      operation: 'list-users',
      judge: 1,
      wire,
      bounds: { ...boundsFor(1_000), retries: 3, retryAfterMs: 20 },
      validCredential: () => present('bearer', validToken),
      tokenText: async () => 'valid',
      plain: () => plain,
      health: createHealth(patienceFor(1_000)),
      clock: wallClock,
      moment: momentsOf(wallClock),
      ...parts,
    },
    { kind: 'made' },
  );
  return { builder, wire };
}
