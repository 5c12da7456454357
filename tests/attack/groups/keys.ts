import type { NamedKey } from '../../../certificate/keys.ts';
import { testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import { payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { inJson, type Loose, textOf } from '../change-run.ts';
import { type Attempt, type Base, forgeriesOf, type Row } from '../forgery.ts';

/** Both statements as they are, signed by these. */
function signedBy({ files }: Base, ...keys: readonly NamedKey[]): Attempt {
  const all = new Map(files);
  for (const name of [verdictFile, testResultFile]) {
    const { payload } = JSON.parse(textOf(files, name)) as Loose;
    all.set(name, jsonFile(signPayload(payloadTypes.statement, Buffer.from(payload, 'base64'), keys)));
  }
  return { files: all };
}

/** Both statements with signatures whose ids are changed. */
function renamed(base: Base, by: NamedKey, id: string): Attempt {
  const all = new Map(signedBy(base, by).files);
  for (const name of [verdictFile, testResultFile])
    inJson(name, (given) => ({
      ...given,
      signatures: given.signatures.map(({ sig }: Loose) => ({ keyid: id, sig })),
    }))(all);
  return { files: all };
}

const rows: readonly Row[] = [
  ['a signature of a stranger', (base) => signedBy(base, base.stranger), 3, 'No trusted key'],
  [
    'a signature of a stranger under the id of the vendor',
    (base) => renamed(base, base.stranger, base.vendor.id),
    3,
    'is not what the key',
  ],
  [
    'the signature of the vendor where another is trusted',
    (base) => ({ trusted: [base.stranger] }),
    3,
    'No trusted key',
  ],
  [
    'the signature of the vendor under the id of another who is trusted',
    (base) => ({ ...renamed(base, base.vendor, base.stranger.id), trusted: [base.stranger] }),
    3,
    'is not what the key',
  ],
  [
    'one signature where two are required',
    (base) => ({ trusted: [base.vendor, base.stranger], threshold: 2 }),
    3,
    '1 of the trusted keys signed both statements, but 2 are required',
  ],
  [
    'a signature under an empty id',
    (base) => renamed(base, base.vendor, ''),
    3,
    'the id of a key is not the thumbprint',
  ],
  [
    'a signature under an id in other letters',
    (base) => renamed(base, base.vendor, base.vendor.id.toLowerCase()),
    3,
    'No trusted key',
  ],
  [
    'a signature under an id with padding',
    (base) => renamed(base, base.vendor, `${base.vendor.id}=`),
    3,
    'the id of a key is not the thumbprint',
  ],
  [
    'two statements, each signed by another of two who are both required',
    (base) => {
      const all = new Map(base.files);
      const { payload } = JSON.parse(textOf(all, testResultFile)) as Loose;
      all.set(
        testResultFile,
        jsonFile(signPayload(payloadTypes.statement, Buffer.from(payload, 'base64'), [base.stranger])),
      );
      return { files: all, trusted: [base.vendor, base.stranger] };
    },
    3,
    '0 of the trusted keys signed both statements',
  ],
  [
    'a verdict signed by both and a test result by one, where two are required',
    (base) => {
      const all = new Map(signedBy(base, base.vendor, base.stranger).files);
      all.set(testResultFile, base.files.get(testResultFile) ?? Buffer.alloc(0));
      return { files: all, trusted: [base.vendor, base.stranger], threshold: 2 };
    },
    3,
    '1 of the trusted keys signed both statements',
  ],
  [
    'a signature that the vendor made for something else',
    (base) => {
      const all = new Map(base.files);
      const { signatures } = JSON.parse(textOf(all, testResultFile)) as Loose;
      inJson(verdictFile, (given) => ({ ...given, signatures }))(all);
      return { files: all };
    },
    3,
    'is not what the key',
  ],
];

export const keyForgeries = forgeriesOf('keys', rows);
