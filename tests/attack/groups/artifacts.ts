import { manifestFile, sha256, testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { onChallenged } from '../challenge-forgery.ts';
import { edited, type Loose, signedAgain, statementOf } from '../change-run.ts';
import { type Base, type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const tested = { name: 'image', sha256: 'a1'.repeat(32) };
const other = { name: 'image', sha256: 'b2'.repeat(32) };

/** Statements with other subjects, which the vendor signs without the help of the suite. */
const inSubjects =
  (names: readonly string[], change: (subject: Loose[]) => void, artifacts = [tested]): Forgery['forge'] =>
  ({ challenged, vendor }: Base) => {
    const files = new Map(challenged);
    for (const name of names) {
      const statement = statementOf(files, name);
      change(statement.subject);
      files.set(name, jsonFile(signPayload(payloadTypes.statement, payloadOf(statement), [vendor])));
    }
    return { files, artifacts };
  };

const both = [verdictFile, testResultFile];
const swap = ([, artifact]: Loose[]): void => {
  artifact.digest.sha256 = other.sha256;
};

const rows: readonly Row[] = [
  [
    'another artifact than the tested one',
    ({ challenged: files }) => ({ files, artifacts: [other] }),
    5,
    `The certificate is not about image with the SHA-256 ${other.sha256}: it names image (${tested.sha256})`,
  ],
  [
    'the tested artifact and another one',
    ({ challenged: files }) => ({ files, artifacts: [tested, other] }),
    5,
    'The certificate is not about image',
  ],
  ['an artifact where none was named', () => ({ artifacts: [tested] }), 5, 'it names no artifact'],
  [
    'the manifest as the artifact',
    ({ challenged: files }) => ({
      files,
      artifacts: [{ name: manifestFile, sha256: sha256(files.get(manifestFile) ?? Buffer.alloc(0)) }],
    }),
    5,
    'The certificate is not about manifest.json',
  ],
  ['a digest swapped in the verdict alone', inSubjects([verdictFile], swap), 5, 'name different artifacts'],
  [
    'a digest swapped in the test result alone',
    inSubjects([testResultFile], swap),
    5,
    'name different artifacts',
  ],
  [
    'a digest swapped in both statements, but not in README.md',
    inSubjects(both, swap, [other]),
    7,
    'README.md does not match',
  ],
  [
    'an artifact named otherwise in both statements',
    inSubjects(both, ([, artifact]) => {
      artifact.name = 'another image';
    }),
    7,
    'README.md does not match',
  ],
  [
    'an artifact taken out of both statements',
    inSubjects(both, (subject) => {
      subject.pop();
    }),
    7,
    'README.md does not match',
  ],
  [
    'an artifact before the manifest',
    inSubjects(both, (subject) => {
      subject.reverse();
    }),
    5,
    'manifest.json is not the one that statement.dsse.json refers to',
  ],
  [
    'an artifact with the name of the manifest',
    inSubjects(both, ([, artifact]) => {
      artifact.name = manifestFile;
    }),
    6,
    'has two subjects of one name',
  ],
  [
    'an artifact without a name',
    inSubjects(both, ([, artifact]) => {
      artifact.name = '';
    }),
    6,
    'does not match its schema',
  ],
  [
    'a digest in capitals',
    inSubjects(both, ([, artifact]) => {
      artifact.digest.sha256 = tested.sha256.toUpperCase();
    }),
    6,
    'does not match its schema',
  ],
  [
    'two digests of one artifact',
    inSubjects(both, ([, artifact]) => {
      artifact.digest.sha512 = tested.sha256;
    }),
    6,
    'does not match its schema',
  ],
  [
    'a digest swapped without the key of the vendor',
    ({ challenged }) => {
      const files = new Map(challenged);
      for (const name of both)
        edited(name, (text) =>
          text.replace(/"payload": "([^"]+)"/, (_, payload: string) => {
            const statement = Buffer.from(payload, 'base64').toString();
            const swapped = statement.replace(tested.sha256, other.sha256);
            return `"payload": "${Buffer.from(swapped).toString('base64')}"`;
          }),
        )(files);
      return { files, artifacts: [other] };
    },
    3,
    'is not what the key',
  ],
  [
    'another digest in README.md',
    (base) => ({
      files: signedAgain(onChallenged(base), [
        edited('README.md', (text) => text.replace(tested.sha256, other.sha256)),
      ]),
      artifacts: [tested],
    }),
    7,
    'README.md does not match',
  ],
];

/** The files and images that a certificate is about. */
export const artifactForgeries = forgeriesOf('artifacts', rows);
