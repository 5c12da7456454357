import type { NamedKey } from '../../../certificate/keys.ts';
import { testResultFile, verdictFile } from '../../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../../certificate/signed-document.ts';
import { jsonFile } from '../../../certificate/strict-json.ts';
import { demanding } from '../challenge-forgery.ts';
import {
  type Change,
  edited,
  forged,
  inStatement,
  type Loose,
  signedAgain,
  statementOf,
} from '../change-run.ts';
import { type Base, type Forgery, forgeriesOf, type Row } from '../forgery.ts';
import { remadeBundle } from '../remake-bundle.ts';

const inVerdict = (change: (predicate: Loose) => void): Change =>
  inStatement(verdictFile, ({ predicate }) => change(predicate));

const inAnswer = (...changes: readonly Change[]): Forgery['forge'] =>
  demanding((base) => ({ files: signedAgain(base, changes) }));

const claimed = (kind: string): Change =>
  inVerdict((predicate) => {
    predicate.assurance = kind;
  });

/** The answer to the challenge, said to be witnessed, and signed by these for each statement. */
const witnessedBy = (verdict: (base: Base) => readonly NamedKey[], testResult = verdict): Forgery['forge'] =>
  demanding((base) => {
    const files = new Map(base.files);
    claimed('witnessed')(files);
    const all = new Map(remadeBundle({ ...base, files }, []));
    for (const [name, keys] of [
      [verdictFile, verdict(base)],
      [testResultFile, testResult(base)],
    ] as const)
      all.set(name, jsonFile(signPayload(payloadTypes.statement, payloadOf(statementOf(all, name)), keys)));
    return { files: all, trusted: [base.vendor, base.certifier], least: 'witnessed' };
  });

const rows: readonly Row[] = [
  [
    'an answer in time, by the clock of the signer alone',
    demanding(() => ({ least: 'challenged-in-time' })),
    3,
    'nothing shows that it was made before the challenge ended',
  ],
  ['a witnessed run, claimed by the vendor', inAnswer(claimed('witnessed')), 7, 'README.md does not match'],
  [
    'a witnessed run, claimed by the vendor in everything',
    witnessedBy(({ vendor }) => [vendor]),
    3,
    'The statement claims a witnessed run',
  ],
  [
    'a witnessed run that the vendor also signed',
    witnessedBy(({ vendor, certifier }) => [certifier, vendor]),
    3,
    'The statement claims a witnessed run',
  ],
  [
    'a witnessed run with the signature of a stranger besides',
    witnessedBy(({ certifier, stranger }) => [certifier, stranger]),
    3,
    'The statement claims a witnessed run',
  ],
  [
    'a witnessed run whose test result the vendor also signed',
    witnessedBy(
      ({ certifier }) => [certifier],
      ({ vendor, certifier }) => [certifier, vendor],
    ),
    3,
    'The statement claims a witnessed run',
  ],
  [
    'a witnessed run of a certifier that the verifier does not know',
    (base) => ({ ...witnessedBy(({ certifier }) => [certifier])(base), certifiers: [base.stranger] }),
    3,
    'The run is self-declared, but witnessed is required',
  ],
  [
    'an answer to a challenge where a witnessed run is required',
    demanding(() => ({ least: 'witnessed' })),
    3,
    'The run is challenged, but witnessed is required.',
  ],
  [
    'a self-declared run where a challenge is required',
    (base) => ({ certifiers: [base.certifier], least: 'challenged' }),
    3,
    'The run is self-declared, but challenged is required.',
  ],
  [
    'a challenged run without a challenge',
    forged(claimed('challenged')),
    7,
    'but challenge.dsse.json is missing',
  ],
  [
    'a witnessed run without a challenge',
    forged(claimed('witnessed')),
    7,
    'but challenge.dsse.json is missing',
  ],
  [
    'a self-declared run with a challenge',
    inAnswer(claimed('self-declared')),
    7,
    'The statement is self-declared, but the bundle contains',
  ],
  ['an assurance in other letters', inAnswer(claimed('Challenged')), 6, 'does not match its schema'],
  [
    'an assurance that is an object',
    inAnswer(
      inVerdict((predicate) => {
        predicate.assurance = { kind: 'witnessed' };
      }),
    ),
    6,
    'does not match its schema',
  ],
  [
    'another issuer in the statement alone',
    inAnswer(
      inVerdict((predicate) => {
        predicate.challenge.issuer = 'A'.repeat(43);
      }),
    ),
    7,
    'does not match report.json',
  ],
  [
    'another time of the challenge in the statement alone',
    inAnswer(
      inVerdict((predicate) => {
        predicate.challenge.issuedAt = '2026-01-01T00:00:00.000Z';
      }),
    ),
    7,
    'does not match report.json',
  ],
  [
    'no challenge in the statement',
    inAnswer(
      inVerdict((predicate) => {
        delete predicate.challenge;
      }),
    ),
    7,
    'does not match report.json',
  ],
  [
    'a challenge in the statement of a bundle without one',
    forged(
      inVerdict((predicate) => {
        const [sha256, nonce] = ['0'.repeat(64), '0'.repeat(64)];
        const [issuedAt, expiresAt] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
        predicate.challenge = { sha256, issuer: 'A'.repeat(43), nonce, issuedAt, expiresAt };
      }),
    ),
    7,
    'does not match report.json',
  ],
  [
    'another issuer in README.md',
    inAnswer(
      edited('README.md', (text) => text.replace(/by the key [\w-]{43}/, `by the key ${'A'.repeat(43)}`)),
    ),
    7,
    'README.md does not match',
  ],
];

/** What is claimed of how a run came about. */
export const assuranceForgeries = forgeriesOf('assurance', rows);
