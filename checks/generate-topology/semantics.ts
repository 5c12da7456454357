import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import type { Check } from '../../session/check.ts';
import type { Conductor } from '../../session/conductor.ts';
import { createCheck } from '../conduct/check.ts';
import { conductRefusals, type Faulty } from '../conduct/refusals.ts';
import { asRequest, drawnBody } from './bodies.ts';

type SemanticChange = readonly [detail: string, pointer: string, body: GenerateTopologyRequest];

/** Structurally valid requests that mean something the target cannot do: never a 2xx (ruling 13). */
function semantic(
  requirement: string,
  keyword: string,
  changes: (body: GenerateTopologyRequest, conductor: Conductor) => SemanticChange[],
): Check {
  return createCheck('generate-topology', requirement, (conductor) =>
    conductRefusals(conductor, (index) => {
      const body = drawnBody(conductor, index);
      const faulty: Faulty[] = changes(body, conductor).map(([detail, pointer, changed]) => ({
        kind: keyword,
        detail,
        wrong: { pointer, keyword },
        request: asRequest(changed),
      }));
      return { valid: asRequest(body), faulty };
    }),
  );
}

function withKeyData(body: GenerateTopologyRequest, keyData: string): GenerateTopologyRequest {
  return { ...body, publicKey: { ...body.publicKey, keyData } };
}

export const semanticChecks: readonly Check[] = [
  semantic('GT-SYNC-UNKNOWN', 'unknown-synchronizer', (body) =>
    [
      ['identifier-that-no-synchronizer-has', 'unknown::1220'.padEnd(77, '0')],
      ['identifier-with-another-fingerprint', otherFingerprint(body.synchronizer)],
      ['identifier-under-another-name', `other-${body.synchronizer}`],
      ['word', 'nowhere'],
      ['nothing', ''],
    ].map(
      ([detail, synchronizer]) =>
        [String(detail), '/synchronizer', { ...body, synchronizer: String(synchronizer) }] as const,
    ),
  ),
  semantic('GT-SYNC-ALIAS', 'alias', (body, conductor) => [
    [
      'in-place-of-the-identifier',
      '/synchronizer',
      { ...body, synchronizer: String(conductor.facts.synchronizerAlias) },
    ],
  ]),
  semantic('GT-KEY-UNDECODABLE', 'undecodable-key', (body) => {
    const key = Buffer.from(body.publicKey.keyData, 'base64');
    return [
      ['random-bytes', bytesFrom(['undecodable', body.partyHint], 44).toString('base64')],
      ['cut-in-the-middle', key.subarray(0, key.length >> 1).toString('base64')],
      ['first-byte-missing', key.subarray(1).toString('base64')],
      ['text-that-no-encoding-decodes', '!! not a key !!'],
      ['raw-key-without-its-frame', key.subarray(-32).toString('base64')],
      ['one-zero-byte', Buffer.from([0]).toString('base64')],
    ].map(
      ([detail, keyData]) =>
        [String(detail), '/publicKey/keyData', withKeyData(body, String(keyData))] as const,
    );
  }),
];

/** Another last character: the identifier stays well-formed, and names nothing. */
function otherFingerprint(synchronizer: string): string {
  const last = synchronizer.at(-1) === '0' ? '1' : '0';
  return `${synchronizer.slice(0, -1)}${last}`;
}
