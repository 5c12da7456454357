import { verdictFile } from '../../../certificate/manifest.ts';
import { challengeBy, challengeOf, demanding, fitted, remadeWith } from '../challenge-forgery.ts';
import {
  exchangesPath,
  inFirst,
  inReport,
  inStatement,
  type Loose,
  signedAgain,
  withFooter,
} from '../change-run.ts';
import { forgeriesOf, type Row } from '../forgery.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const later = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString();

/** A payload of the certifier, with another random nonce. */
const anew = (payload: Loose): void => {
  payload.nonce = '5e'.repeat(32);
};

const rows: readonly Row[] = [
  [
    'a challenge of the certifier that the run did not use',
    fitted(anew, {}),
    7,
    'The run does not answer the challenge',
  ],
  [
    'its nonce in the report alone',
    demanding((base) => ({
      files: signedAgain(base, [
        inReport(({ run }) => {
          run.nonce = 'another';
        }),
      ]),
    })),
    7,
    'The run does not answer the challenge',
  ],
  [
    'evidence made before the challenge, under its nonce',
    fitted((payload) => {
      anew(payload);
      payload.issuedAt = later(payload.issuedAt, 30 * day);
      payload.expiresAt = later(payload.expiresAt, 60 * day);
    }),
    7,
    'before the challenge was issued',
  ],
  [
    'evidence made before the challenge, under its nonce, in a run that is said to be later',
    fitted(
      (payload) => {
        anew(payload);
        payload.issuedAt = later(payload.issuedAt, 3 * minute);
      },
      { nonce: true, run: 10 * minute },
    ),
    7,
    'was sent at',
  ],
  [
    'evidence made before the challenge, under its nonce, with every time moved',
    fitted(
      (payload) => {
        anew(payload);
        payload.issuedAt = later(payload.issuedAt, 3 * minute);
      },
      { nonce: true, run: 10 * minute, exchanges: 10 * minute },
    ),
    8,
    'The evidence is not what a run with seed',
  ],
  [
    'evidence of another run under the nonce of a challenge',
    fitted(anew),
    8,
    'The evidence is not what a run with seed',
  ],
  [
    'a seed that the vendor chose, under the nonce of a challenge',
    fitted(anew, { nonce: true, seed: false }),
    7,
    'The run does not answer the challenge: its seed is',
  ],
  ...(['suite', 'profile', 'effort'] as const).map(
    (member): Row => [
      `a run with another ${member} than the challenge asks for`,
      fitted((payload) => {
        anew(payload);
        payload.run[member] = 'soak';
      }),
      7,
      'The challenge asks for a run with',
    ],
  ),
  [
    'an exchange that does not say when it was sent',
    demanding((base) =>
      remadeWith(
        base,
        challengeBy(challengeOf(base.files), base.certifier),
        {},
        inFirst(exchangesPath, /^\{"id":"GT-/, (exchange) => {
          delete exchange.at;
        }),
        withFooter,
      ),
    ),
    7,
    'does not say when it was sent',
  ],
  [
    'a challenge that had expired when the run began',
    fitted((payload) => {
      anew(payload);
      payload.issuedAt = later(payload.issuedAt, -2 * day);
      payload.expiresAt = later(payload.issuedAt, day);
    }),
    9,
    'after the challenge had expired',
  ],
  ...(['organization', 'product', 'version'] as const).map(
    (member): Row => [
      `a challenge for another ${member}`,
      fitted((payload) => {
        payload.implementation = { [member]: 'another' };
      }),
      7,
      `The challenge was issued for the ${member} "another"`,
    ],
  ),
  [
    'the challenge of one product in the certificate of another',
    demanding((base) => ({
      files: signedAgain(base, [
        inStatement(verdictFile, ({ predicate }) => {
          predicate.implementation.product = 'another product';
        }),
      ]),
    })),
    7,
    'not for "another product"',
  ],
];

/** Genuine challenges of the certifier, which the run does not answer. */
export const challengedRunForgeries = forgeriesOf('challenge', rows);
