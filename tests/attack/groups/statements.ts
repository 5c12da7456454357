import { testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import { payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { forged, inStatement, type Loose, statementOf } from '../change-run.ts';
import { type Forgery, forgeriesOf, type Row } from '../forgery.ts';

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
    made.set(name, jsonFile(signPayload(payloadTypes.statement, Buffer.from(text), [vendor])));
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
    'two subjects of one name',
    signedText(verdictFile, (text) => {
      const value = JSON.parse(text) as Loose;
      value.subject.push(value.subject[0]);
      return JSON.stringify(value);
    }),
    6,
    'has two subjects of one name',
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
      predicate.result = predicate.result === 'WARNED' ? 'PASSED' : 'WARNED';
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

export const statementForgeries = forgeriesOf('statement', statements);
