import { signStatement } from '../../../reports/bundle/dsse.ts';
import { jsonFile } from '../../../reports/bundle/json-file.ts';
import {
  manifestFile,
  manifestOf,
  sha256,
  testResultFile,
  verdictFile,
} from '../../../reports/bundle/manifest.ts';
import {
  type Change,
  edited,
  envelopeOf,
  forged,
  inJson,
  inReport,
  inStatement,
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

/** Anybody can change files; nobody without the key can change what was signed. */
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
  (change: Change): Forgery['forge'] =>
  ({ files, vendor }) => {
    const all = new Map(files);
    change(all);
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

const verdict = (change: (predicate: Loose) => void): Forgery['forge'] =>
  forged(inStatement(verdictFile, ({ predicate }) => change(predicate)));
const testResult = (change: (predicate: Loose) => void): Forgery['forge'] =>
  forged(inStatement(testResultFile, ({ predicate }) => change(predicate)));

/** A statement that the vendor signed without the help of the suite. */
const signedText =
  (name: string, edit: (text: string) => string): Forgery['forge'] =>
  ({ files, vendor }) => {
    const text = edit(JSON.stringify(statementOf(files, name)));
    const made = new Map(files);
    made.set(name, jsonFile(signStatement(Buffer.from(text), [vendor])));
    return { files: made };
  };

const statements: readonly Row[] = [
  ['a statement that is no JSON', signedText(verdictFile, () => '{'), 3, 'not one JSON value'],
  ['a statement that is null', signedText(verdictFile, () => 'null'), 6, 'does not match its schema'],
  [
    'a statement nested a thousand deep',
    signedText(verdictFile, () => '['.repeat(1_000)),
    3,
    'nested more than',
  ],
  [
    'a statement that is not UTF-8',
    signedText(verdictFile, () => '"\ud800"'),
    6,
    'does not match its schema',
  ],
  [
    'another version of in-toto',
    signedText(verdictFile, (text) => text.replace('Statement/v1', 'Statement/v2')),
    6,
    'does not match its schema',
  ],
  [
    'another predicate type',
    signedText(verdictFile, (text) => text.replace('attestation/verdict/v1', 'attestation/verdict/v9')),
    6,
    'a statement of another kind',
  ],
  [
    'two subjects',
    signedText(verdictFile, (text) => {
      const value = JSON.parse(text) as Loose;
      value.subject.push(value.subject[0]);
      return JSON.stringify(value);
    }),
    6,
    'does not match its schema',
  ],
  [
    'no subject',
    signedText(verdictFile, (text) => {
      const value = JSON.parse(text) as Loose;
      value.subject = [];
      return JSON.stringify(value);
    }),
    6,
    'does not match its schema',
  ],
  [
    'another file as the subject',
    signedText(verdictFile, (text) => text.replace('"name":"manifest.json"', '"name":"report.json"')),
    6,
    'does not match its schema',
  ],
  [
    'a member more in a statement',
    signedText(verdictFile, (text) => text.replace('{', '{"note":1,')),
    6,
    'does not match its schema',
  ],
  [
    'a member more in the predicate',
    verdict((predicate) => {
      predicate.witnessed = true;
    }),
    7,
    'does not match report.json',
  ],
  [
    'a better assurance',
    verdict((predicate) => {
      predicate.assurance = 'certifier-witnessed';
    }),
    6,
    'does not match its schema',
  ],
  [
    'another verdict in the statement alone',
    verdict((predicate) => {
      predicate.verdict = 'non-conformant';
    }),
    7,
    'does not match report.json',
  ],
  [
    'more counted in the statement alone',
    verdict((predicate) => {
      predicate.counts.passed += 1;
    }),
    7,
    'does not match report.json',
  ],
  [
    'more exchanges in the statement alone',
    verdict((predicate) => {
      predicate.evidence.exchanges += 1;
    }),
    7,
    'does not match report.json',
  ],
  [
    'another proof in the statement alone',
    verdict((predicate) => {
      predicate.selfTest.faults = 9_999;
    }),
    7,
    'does not match report.json',
  ],
  [
    'another target in the statement alone',
    verdict((predicate) => {
      predicate.target.baseUrl = 'https://x.example';
    }),
    7,
    'does not match report.json',
  ],
  [
    'no product',
    verdict((predicate) => {
      predicate.implementation.product = '';
    }),
    6,
    'does not match its schema',
  ],
  [
    'no end of the validity',
    verdict((predicate) => {
      delete predicate.notAfter;
    }),
    6,
    'does not match its schema',
  ],
  [
    'an end of the validity that is a number',
    verdict((predicate) => {
      predicate.notAfter = 4_000_000_000;
    }),
    6,
    'does not match its schema',
  ],
  [
    'a test result that passed more',
    testResult((predicate) => {
      predicate.passedTests.push('GT-BODY@list-users');
    }),
    7,
    'does not match report.json',
  ],
  [
    'a test result that failed less',
    testResult((predicate) => {
      predicate.warnedTests = ['HTTP-STABLE@list-users'];
    }),
    7,
    'does not match report.json',
  ],
  [
    'a test result with another result',
    testResult((predicate) => {
      predicate.result = 'WARNED';
    }),
    7,
    'does not match report.json',
  ],
  [
    'a test result without its configuration',
    testResult((predicate) => {
      predicate.configuration = [];
    }),
    7,
    'does not match report.json',
  ],
  [
    'a statement with a member twice',
    signedText(verdictFile, (text) =>
      text.replace('"predicate":{', '"predicate":{"verdict":"non-conformant",'),
    ),
    7,
    'does not match report.json',
  ],
  ['a statement with blanks', signedText(verdictFile, (text) => `${text} `), 7, 'does not match report.json'],
];

const cheap = (path: string, edit: (text: string) => string): Forgery['forge'] => forged(edited(path, edit));

/** What must be as this version of the suite has it. */
const requiredSet: readonly Row[] = [
  [
    'a requirement less',
    forged(inJson('requirements.json', (set) => ({ ...set, requirements: set.requirements.slice(1) }))),
    7,
    'requirements.json is not that of',
  ],
  [
    'a weaker level',
    cheap('requirements.json', (text) => text.replace('"MUST"', '"SHOULD"')),
    7,
    'requirements.json is not that of',
  ],
  [
    'a requirement of other words',
    cheap('requirements.json', (text) => text.replace(/"textDigest": "./, '"textDigest": "x')),
    7,
    'requirements.json is not that of',
  ],
  [
    'requirements of another document',
    cheap('requirements.json', (text) => text.replace(/"sha256": "./, '"sha256": "x')),
    7,
    'requirements.json is not that of',
  ],
  [
    'a check less',
    forged(inJson('checks.json', (set) => ({ ...set, checks: set.checks.slice(1) }))),
    7,
    'checks.json is not that of',
  ],
  [
    'an earlier judge',
    cheap('checks.json', (text) => text.replace(/"judge": \d+/, '"judge": 0')),
    7,
    'checks.json is not that of',
  ],
  [
    'a better proof',
    forged(inJson('self-test.json', (proof) => ({ ...proof, faults: 9_999 }))),
    7,
    'self-test.json is not that of',
  ],
  ['no proof', forged(replaced('self-test.json', '{}\n')), 7, 'self-test.json is not that of'],
  [
    'a profile with a deviation',
    forged(inJson('profile.json', (profile) => ({ ...profile, deviations: [{ requirement: 'GT-BODY' }] }))),
    7,
    'profile.json is not the profile',
  ],
  [
    'a profile with blanks',
    cheap('profile.json', (text) => `${text} `),
    6,
    'not written as the suite writes it',
  ],
  ['a profile that is no JSON', forged(replaced('profile.json', '{')), 6, 'profile.json'],
  [
    'a waiver',
    forged(replaced('waivers.json', '[{"requirement":"GT-BODY"}]\n')),
    7,
    'waivers.json does not match',
  ],
  ['waivers with blanks', forged(replaced('waivers.json', '[ ]\n')), 7, 'waivers.json does not match'],
  [
    'a newer suite',
    forged(
      inReport((report) => {
        report.suite.version = '9.0.0';
      }),
    ),
    7,
    'verify it with that one',
  ],
  [
    'another suite',
    forged(
      inReport((report) => {
        report.suite.name = 'other';
      }),
    ),
    7,
    'verify it with that one',
  ],
  [
    'an unknown profile',
    forged(
      inReport((report) => {
        report.profile = 'lenient';
      }),
    ),
    7,
    'There is no profile',
  ],
  [
    'another profile of the suite',
    forged(
      inReport((report) => {
        report.profile = 'canton-3.5';
      }),
    ),
    7,
    'requirements.json is not that of',
  ],
  [
    'a profile named by a path',
    forged(
      inReport((report) => {
        report.profile = '../profiles/document';
      }),
    ),
    7,
    'There is no profile',
  ],
];

export const statementForgeries = forgeriesOf('statement', [
  ...withoutKey,
  ...ofFiles,
  ...manifests,
  ...statements,
  ...requiredSet,
]);
