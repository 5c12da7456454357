import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { attachmentOf, checkAttachments } from '../../certificate/attachments/attachments.ts';
import { keyId, type NamedKey } from '../../certificate/keys.ts';
import { type Files, verdictFile } from '../../certificate/manifest.ts';
import { type Envelope, payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { answerOf, transparencyLog, type Wishes } from '../attack/transparency-log.ts';

let key: NamedKey;
let envelope: Envelope;
let files: Files;

beforeAll(async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  key = { id: keyId(privateKey), key: privateKey };
  envelope = signPayload(payloadTypes.statement, payloadOf({ a: 1 }), [key]);
  files = new Map([[verdictFile, jsonFile(envelope)]]);
});

/** The files with an attachment made of a Sigstore bundle. */
function attached(bundle: object): Files {
  const bytes = Buffer.from(JSON.stringify(bundle));
  const made = attachmentOf(files, { kind: 'log-entry', name: 'entry.sigstore.json', bytes });
  return new Map([...files, [made.path, made.bytes]]);
}

const at = 1_790_000_000;

describe.each(['ecdsa', 'ed25519'] as const)('An entry of a log with an %s key', (type) => {
  const log = transparencyLog(type);

  test.for([
    [{ at }, `entry 1002 of ${type === 'ecdsa' ? 'log.example' : 'log2.example/2026'} - 42`, at],
    [{ kind: 'intoto', at }, 'entry 1002 of', at],
    [{ hasPromise: false }, 'entry 2 of', undefined],
    [{ kind: 'dsse-v2', hasPromise: false }, 'entry 2 of', undefined],
    [{ size: 1, index: 0, at }, 'entry 1000 of', at],
    [{ size: 300, index: 299, at }, 'entry 1299 of', at],
  ] as const satisfies readonly (readonly [Wishes, string, number | undefined])[])(
    'is accepted as %o.',
    async ([wishes, by, seconds]) => {
      const all = attached(log.entry(envelope, key.key, wishes));
      const [entry, ...more] = await checkAttachments('log-entry', all, [key], { logKeys: [log.publicKey] });
      expect(more).toEqual([]);
      expect(entry?.by).toContain(by);
      expect(entry?.at).toEqual(seconds === undefined ? undefined : new Date(seconds * 1_000));
    },
  );
});

test.for(['logIndex', 'integratedTime'])(
  'A response of Rekor whose %s is not a number is rejected with a clear message.',
  (member) => {
    const answer = answerOf(transparencyLog().entry(envelope, key.key));
    for (const entry of Object.values<Record<string, unknown>>(answer)) entry[member] = { toString: 1 };
    expect(() => attached(answer)).toThrow('is not a Sigstore bundle');
  },
);

test('The file has no id in its envelope, since cosign ignores a signature with an id that it does not compute.', () => {
  const file = attached(transparencyLog().entry(envelope, key.key)).get(
    `log-entries/${key.id}.sigstore.json`,
  );
  const { dsseEnvelope } = JSON.parse(String(file));
  expect(dsseEnvelope.signatures).toEqual([{ sig: envelope.signatures[0]?.sig }]);
});

test('An answer of Rekor makes the same attachment as the Sigstore bundle of its entry.', async () => {
  const log = transparencyLog();
  const bundle = log.entry(envelope, key.key);
  const all = attached(answerOf(bundle));
  expect(all).toEqual(attached(bundle));
  const [entry] = await checkAttachments('log-entry', all, [key], { logKeys: [log.publicKey] });
  expect(entry?.by).toBe('entry 1002 of log.example - 42');
});

test('An answer of Rekor about something else, or without a proof, is not attached.', () => {
  const other = signPayload(payloadTypes.statement, payloadOf({ b: 1 }), [key]);
  const answer = answerOf(transparencyLog().entry(other, key.key));
  expect(() => attached(answer)).toThrow('is about another signature');
  const [id = ''] = Object.keys(answer);
  expect(() => attached({ [id]: { body: answer[id].body } })).toThrow('is not an answer of Rekor');
  expect(() => attached({ [id]: 5 })).toThrow('is not an answer of Rekor');
  answer[id].body = Buffer.from('{"kind":5}').toString('base64');
  expect(() => attached(answer)).toThrow('is about another signature');
});

test('Without the key of the log, an entry is reported as present and not checked.', async () => {
  const all = attached(transparencyLog().entry(envelope, key.key));
  const path = `log-entries/${key.id}.sigstore.json`;
  expect(await checkAttachments('log-entry', all, [key], {})).toEqual([
    { kind: 'log-entry', path, keyId: key.id },
  ]);
});

test('An entry about an untrusted signature is not reported.', async () => {
  const all = attached(transparencyLog().entry(envelope, key.key));
  expect(await checkAttachments('log-entry', all, [], {})).toEqual([]);
});

test('A bundle without an entry is refused where one is demanded.', async () => {
  const refused = checkAttachments('log-entry', files, [key], { logKeys: [transparencyLog().publicKey] });
  await expect(refused).rejects.toThrow('no log entry of a trusted signature (--log-key)');
});

test.for([
  ['nested quantifiers', '((a+)+)+$'],
  ['any text', '.*'],
  ['a bracket', '['],
])('The name of a log that is a pattern with %s is refused, not used as one.', async ([, name]) => {
  const log = transparencyLog();
  const bundle = log.entry(envelope, key.key);
  const { checkpoint } = bundle.verificationMaterial.tlogEntries[0].inclusionProof;
  checkpoint.envelope = checkpoint.envelope.replace('— log.example', `— ${name}`);
  const refused = checkAttachments('log-entry', attached(bundle), [key], { logKeys: [log.publicKey] });
  await expect(refused).rejects.toThrow('its checkpoint is not a note that a log signed');
});
