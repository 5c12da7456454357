import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { filesInArchive } from '../../certificate/archive.ts';
import { readTimestampRoots } from '../../certificate/attachments/timestamp.ts';
import { openChallenge } from '../../certificate/challenge.ts';
import { readLogKey, readPrivateKey, readPublicKey } from '../../certificate/keys.ts';
import { BundleRefused } from '../../certificate/refusal.ts';
import { openStatusList } from '../../certificate/status-list.ts';
import { readJournal } from '../../journal/run-journal.ts';
import { readRecording } from '../../judges/recorded/reading/read-recording.ts';
import canton from '../../profiles/canton-3.6.json' with { type: 'json' };
import { readReport } from '../../reports/report/report-file.ts';
import { readExecuteBodies } from '../../settings/execute-bodies.ts';
import { loadProfile } from '../../settings/load-profile.ts';
import { readWaivers } from '../../settings/read-waivers.ts';
import { environmentWithFile } from '../../settings/run-environment.ts';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { gatewayHeaders } from '../../wire/configured-token.ts';
import { createRedactor } from '../../wire/redact.ts';

const folder = mkdtempSync(join(tmpdir(), 'fuzz-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file for a reader of paths. */
const inFile =
  (name: string, read: (path: string) => unknown) =>
  (bytes: Buffer): unknown => {
    writeFileSync(join(folder, name), bytes);
    return read(join(folder, name));
  };

const run = `{"type":"run","schemaVersion":2,"suite":{"name":"ledger-conformance","version":"0"},"document":{"sha256":""},"profile":"document","target":{"kind":"target","baseUrl":"http://a"},"run":{"seed":"a","nonce":"b","effort":"standard","shard":null,"only":null},"startedAt":"2026-01-01T00:00:00.000Z"}
{"type":"check","requirement":"LU-SUCCESS","operation":"list-users","state":"done","reason":null}
`;
const exchange = `{"id":"LU-SUCCESS@list-users/1#1","request":{"method":"GET","target":"/v2/users","headers":[]},"response":{"status":200,"reason":"OK","headers":[],"body":"{}"},"ms":1}
`;
const envelope = '{"payloadType":"a","payload":"e30=","signatures":[{"keyid":"a","sig":"YQ=="}]}';
const pem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`;

/** Every reader of a file that users name or get from others, with a file that is much like what it reads. */
const readers: Readonly<Record<string, readonly [read: (bytes: Buffer) => unknown, like: string]>> = {
  waivers: [
    inFile('waivers.yaml', readWaivers),
    'waivers: &a\n  - requirement: EX-BODY\n    reason: [*a, "x"]\n    issue: |\n      y\n    expires: 2026-01-01\n',
  ],
  '.env': [
    inFile('.env', () => readSettings(environmentWithFile(folder))),
    'TARGET_BASE_URL="http://a"\nCONFORMANCE_SEED=b\n',
  ],
  profile: [inFile('profile.json', (path) => loadProfile(path)), JSON.stringify(canton)],
  'execute bodies': [
    inFile('execute.json', readExecuteBodies),
    '[{"preparedTransaction":"AA==","partySignatures":{"signatures":[]}}]',
  ],
  'private key': [inFile('key.pem', readPrivateKey), pem],
  'public key': [inFile('key.pub', readPublicKey), pem],
  'key of a log': [inFile('log.pub', readLogKey), pem],
  'root of timestamps': [inFile('root.pem', readTimestampRoots), pem.replaceAll('PUBLIC KEY', 'CERTIFICATE')],
  challenge: [(bytes) => openChallenge('challenge.json', bytes), envelope],
  'status list': [(bytes) => openStatusList({ name: 'list.json', bytes }, []), envelope],
  archive: [filesInArchive, 'PK\u0003\u0004PK\u0001\u0002PK\u0005\u0006'],
  'lines of a journal': [inFile('run.ndjson', () => readJournal(folder)), run],
  exchanges: [
    (bytes) => {
      writeFileSync(join(folder, 'run.ndjson'), run);
      return inFile('exchanges.ndjson', () => readJournal(folder))(bytes);
    },
    exchange,
  ],
  'headers of a gateway': [
    inFile('headers.json', (path) =>
      gatewayHeaders({ headersFile: path, participantUids: [] }, createRedactor()),
    ),
    '{"x-gateway":"secret-of-the-gateway"}',
  ],
  report: [inFile('report.json', readReport), '{"schemaVersion":2,"results":[]}'],
  recording: [(bytes) => readRecording(bytes.toString()), exchange],
};

/** What a file is made of: pieces of one that is right, repeated or left out, and any bytes between them. */
function filesLike(like: string): fc.Arbitrary<Buffer> {
  const genuine = Buffer.from(like);
  const piece = fc
    .tuple(fc.nat(genuine.length), fc.nat(genuine.length), fc.constantFrom(1, 1, 1, 2, 200))
    .map(([from, length, times]) =>
      Buffer.concat(Array.from({ length: times }, () => genuine.subarray(from, from + length))),
    );
  const foreign = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.constantFrom('[', '{"a":', '&a [*a,', '\n', '\u0000', '-----BEGIN', '1e999', '{"__proto__":1}'),
  );
  const cut = fc
    .tuple(fc.nat(genuine.length), fc.nat(20), foreign)
    .map(([at, length, put]) =>
      Buffer.concat([genuine.subarray(0, at), Buffer.from(put as string), genuine.subarray(at + length)]),
    );
  const parts = fc.array(fc.oneof(piece, foreign), { maxLength: 8 });
  return fc.oneof(
    cut,
    parts.map((all) => Buffer.concat(all.map((each) => Buffer.from(each as string)))),
  );
}

const seconds = Number(process.env.FUZZ_SECONDS ?? 60);
const names = Object.keys(readers);

/** Of processor time: the machine may be busy. */
const longestMs = 2_000;

test.each(names)('Whatever is in the file, it is read or refused with a sentence, soon: %s', (name) => {
  const [read, like] = readers[name] ?? expect.fail(name);
  const reads = (bytes: Buffer): void => {
    const before = process.cpuUsage();
    try {
      read(bytes);
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof BundleRefused)) throw error;
      expect(error.message).not.toBe('');
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(longestMs);
  };
  reads(Buffer.from(like));
  fc.assert(fc.property(filesLike(like), reads), {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: (seconds * 1_000) / names.length,
  });
});
