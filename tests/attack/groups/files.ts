import {
  manifestFile,
  manifestOf,
  sha256,
  testResultFile,
  verdictFile,
} from '../../../certificate/manifest.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import {
  type Change,
  edited,
  envelopeOf,
  inJson,
  type Loose,
  replaced,
  statementOf,
  tampered,
} from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';

const signed = [
  'README.md',
  'checks.json',
  'evidence/exchanges.ndjson',
  'evidence/run.ndjson',
  'junit.xml',
  'profile.json',
  'report.html',
  'report.json',
  'requirements.json',
  'self-test.json',
  'waivers.json',
];

const flipped =
  (path: string, at: (length: number) => number): Change =>
  (files) => {
    const bytes = Buffer.from(files.get(path) ?? Buffer.alloc(0));
    const place = at(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    files.set(path, bytes);
  };

const dropped =
  (path: string): Change =>
  (files) => {
    files.delete(path);
  };

/** Anyone can change files; only the holder of the key can change what was signed. */
const withoutKey: readonly Row[] = signed.flatMap((path): Row[] => [
  [
    `one bit in the middle of ${path}`,
    tampered(flipped(path, (length) => length >> 1)),
    5,
    `${path} is not the file that was signed`,
  ],
  [
    `one bit at the end of ${path}`,
    tampered(flipped(path, (length) => length - 1)),
    5,
    `${path} is not the file that was signed`,
  ],
  [`no ${path}`, tampered(dropped(path)), 5, `${path} is missing from the bundle`],
  [`an empty ${path}`, tampered(replaced(path, '')), 5, `${path} is not the file that was signed`],
]);

const manifest = (change: (value: Loose) => Loose | undefined): Change => inJson(manifestFile, change);

const ofFiles: readonly Row[] = [
  ['no manifest', tampered(dropped(manifestFile)), 5, 'manifest.json is missing'],
  ['no verdict', tampered(dropped(verdictFile)), 3, `${verdictFile} is missing`],
  ['no test result', tampered(dropped(testResultFile)), 3, `${testResultFile} is missing`],
  [
    'a file more',
    tampered(replaced('notes.txt', 'see also')),
    5,
    'notes.txt is in the bundle but not in its manifest',
  ],
  ['a file out of the bundle', tampered(replaced('../report.json', '{}')), 5, 'not in its manifest'],
  ['a file that differs in case', tampered(replaced('Report.json', '{}')), 5, 'not in its manifest'],
  ['a manifest with blanks', tampered(edited(manifestFile, (text) => `${text} `)), 5, 'is not the one that'],
  [
    'two files in each other’s place',
    tampered((files) => {
      const [one, other] = [files.get('checks.json'), files.get('profile.json')];
      if (one !== undefined) files.set('profile.json', one);
      if (other !== undefined) files.set('checks.json', other);
    }),
    5,
    'is not the file that was signed',
  ],
  [
    'the statements in each other’s place',
    tampered((files) => {
      const [one, other] = [files.get(verdictFile), files.get(testResultFile)];
      if (one !== undefined) files.set(testResultFile, one);
      if (other !== undefined) files.set(verdictFile, other);
    }),
    6,
    'a statement of another kind',
  ],
  [
    'a changed file with its digest put right',
    tampered(replaced('waivers.json', '[ ]\n'), (files) => {
      files.set(
        manifestFile,
        jsonFile(manifestOf(new Map([...files].filter(([path]) => signed.includes(path))))),
      );
    }),
    5,
    'is not the one that',
  ],
];

/** A manifest that the vendor wrote and signed. */
const written =
  (...changes: readonly Change[]): Forgery['forge'] =>
  ({ files, vendor }) => {
    const all = new Map(files);
    for (const change of changes) change(all);
    for (const name of [verdictFile, testResultFile]) {
      const statement = statementOf(all, name);
      statement.subject[0].digest.sha256 = sha256(all.get(manifestFile) ?? Buffer.alloc(0));
      all.set(name, envelopeOf(statement, [vendor]));
    }
    return { files: all };
  };

const manifests: readonly Row[] = [
  ['a manifest that is empty', written(replaced(manifestFile, '')), 6, manifestFile],
  ['a manifest that is no JSON', written(replaced(manifestFile, '{')), 6, manifestFile],
  [
    'a manifest that is not UTF-8',
    written(replaced(manifestFile, Buffer.from([0x22, 0xff, 0x22]))),
    6,
    manifestFile,
  ],
  [
    'a manifest nested a million deep',
    written(replaced(manifestFile, '['.repeat(1_000_000))),
    6,
    'nested more than',
  ],
  ['a manifest that is a list', written(replaced(manifestFile, '[]\n')), 6, 'does not match its schema'],
  [
    'a manifest with a member twice',
    written(edited(manifestFile, (text) => text.replace('{', '{"files":[],'))),
    6,
    'not written as the suite writes it',
  ],
  [
    'a manifest with blanks, signed',
    written(edited(manifestFile, (text) => `${text}\n`)),
    6,
    'not written as the suite writes it',
  ],
  [
    'a manifest with a byte order mark',
    written(edited(manifestFile, (text) => `\ufeff${text}`)),
    6,
    manifestFile,
  ],
  [
    'a manifest of a later version',
    written(manifest((value) => ({ ...value, schemaVersion: 2 }))),
    6,
    'does not match its schema',
  ],
  [
    'a manifest with a member more',
    written(manifest((value) => ({ ...value, note: 'x' }))),
    6,
    'does not match its schema',
  ],
  [
    'a manifest that lists a file twice',
    written(manifest((value) => ({ ...value, files: [...value.files, value.files[0]] }))),
    5,
    'lists a file twice',
  ],
  [
    'a manifest that lists itself',
    written(
      manifest((value) => ({ ...value, files: [...value.files, { ...value.files[0], path: manifestFile }] })),
    ),
    5,
    'which is not a file of a bundle',
  ],
  [
    'a manifest that lists a file that every object has',
    written(
      replaced('constructor', 'x'),
      manifest((value) => {
        const more = { path: 'constructor', size: 1, sha256: sha256(Buffer.from('x')) };
        return { ...value, files: [...value.files, { ...value.files[0], ...more }] };
      }),
    ),
    5,
    'which is not a file of a bundle',
  ],
  [
    'a manifest with another role',
    written(
      manifest((value) => {
        value.files.find((each: Loose) => each.path === 'report.json').role = 'derived';
        return value;
      }),
    ),
    5,
    'another role or media type',
  ],
  [
    'a manifest with another media type',
    written(
      manifest((value) => {
        value.files.find((each: Loose) => each.path === 'report.json').mediaType = 'text/html';
        return value;
      }),
    ),
    5,
    'another role or media type',
  ],
  [
    'a manifest that lists a path out of the bundle',
    written(manifest((value) => ({ ...value, files: [{ ...value.files[0], path: '../x' }] }))),
    6,
    'does not match its schema',
  ],
  [
    'a manifest without the report',
    written(
      manifest((value) => ({
        ...value,
        files: value.files.filter((each: Loose) => each.path !== 'report.json'),
      })),
    ),
    5,
    'report.json is in the bundle but not in its manifest',
  ],
  [
    'a manifest with a size below zero',
    written(
      manifest((value) => {
        value.files[0].size = -1;
        return value;
      }),
    ),
    6,
    'does not match its schema',
  ],
  [
    'a manifest with a digest in capitals',
    written(
      manifest((value) => {
        value.files[0].sha256 = value.files[0].sha256.toUpperCase();
        return value;
      }),
    ),
    6,
    'does not match its schema',
  ],
];

export const fileForgeries = forgeriesOf('statement', [...withoutKey, ...ofFiles, ...manifests]);
