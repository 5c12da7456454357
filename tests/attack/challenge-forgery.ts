import type { KeyObject } from 'node:crypto';
import { type OpenedChallenge, openChallenge } from '../../certificate/challenge.ts';
import type { NamedKey } from '../../certificate/keys.ts';
import { challengeFile, type Files } from '../../certificate/manifest.ts';
import { payloadOf, payloadTypes, signPayload } from '../../certificate/signed-document.ts';
import { jsonFile } from '../../certificate/strict-json.ts';
import { footer, header } from './change-journal.ts';
import {
  type Change,
  edited,
  exchangesPath,
  type Loose,
  runPath,
  signedAgain,
  textOf,
  withFooter,
} from './change-run.ts';
import type { Attempt, Base, Forgery } from './forgery.ts';
import { remadeBundle } from './remake-bundle.ts';

/** The base with the answer to the challenge as its bundle. */
export const onChallenged = (base: Base): Base => ({ ...base, files: base.challenged });

/** An attempt on the answer to the challenge, which must count. */
export const demanding =
  (forge: Forgery['forge']): Forgery['forge'] =>
  (base) => ({
    files: base.challenged,
    certifiers: [base.certifier],
    least: 'challenged',
    ...forge(onChallenged(base)),
  });

/** The payload of the challenge of a bundle. */
export function challengeOf(files: Files): Loose {
  const { payload } = JSON.parse(textOf(files, challengeFile)) as Loose;
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Loose;
}

/** A challenge in an envelope, signed by these. */
export function challengeBy(payload: object, ...keys: readonly NamedKey[]): Buffer {
  return jsonFile(signPayload(payloadTypes.challenge, payloadOf(payload), keys));
}

/** The public half of a key, as a challenge has it. */
export function publicJwk(key: KeyObject): Loose {
  const { crv, kty, x, y } = key.export({ format: 'jwk' });
  return { crv, kty, x, ...(y === undefined ? {} : { y }) };
}

/** Another challenge in place of the genuine one; the vendor puts every digest right and signs again. */
export const withChallenge = (make: (payload: Loose, base: Base) => Buffer): Forgery['forge'] =>
  demanding((base) => ({
    files: signedAgain(base, [
      (files) => {
        files.set(challengeFile, make(challengeOf(files), base));
      },
    ]),
  }));

/** The genuine challenge with some text of its payload replaced, and its signature kept. */
export const underOldSignature = (edit: (payload: string) => string): Forgery['forge'] =>
  demanding((base) => ({
    files: signedAgain(base, [
      edited(challengeFile, (text) =>
        text.replace(/"payload": "([^"]+)"/, (_, payload: string) => {
          const changed = edit(Buffer.from(payload, 'base64').toString());
          return `"payload": "${Buffer.from(changed).toString('base64')}"`;
        }),
      ),
    ]),
  }));

/** How a run is made to fit a challenge that it does not answer. */
export interface Fit {
  /** Whether the journal says that the run used the nonce of that challenge. */
  readonly nonce?: boolean;
  /** The same of its seed; by default as of the nonce. */
  readonly seed?: boolean;
  /** By how many milliseconds the times of the run, and those of its exchanges, are moved. */
  readonly run?: number;
  readonly exchanges?: number;
}

/**
 * A genuine challenge of the certifier that the run does not answer: the vendor changes what the run says of itself, makes
 * everything else from it with the suite itself, and signs.
 */
export const fitted = (change: (payload: Loose) => void, fit: Fit = { nonce: true }): Forgery['forge'] =>
  demanding((base) => {
    const payload = challengeOf(base.files);
    change(payload);
    return remadeWith(base, challengeBy(payload, base.certifier), fit);
  });

/** The same with a challenge that somebody else made. */
export function remadeWith(base: Base, challenge: Buffer, fit: Fit, ...changes: readonly Change[]): Attempt {
  const files = new Map([...base.files, [challengeFile, challenge]]);
  const opened = openChallenge(challengeFile, challenge);
  return { files: remadeBundle({ ...base, files }, [...changesFor(opened, fit), ...changes]) };
}

const moved = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString();

function changesFor(
  { runNonce, runSeed }: OpenedChallenge,
  { nonce = false, seed = nonce, run = 0, exchanges = 0 }: Fit,
): Change[] {
  return [
    ...(nonce || seed
      ? [
          header((line) => {
            if (nonce) line.run.nonce = runNonce;
            if (seed) line.run.seed = runSeed;
          }),
        ]
      : []),
    ...(run === 0
      ? []
      : [
          header((line) => {
            line.startedAt = moved(line.startedAt, run);
          }),
          footer((line) => {
            line.finishedAt = moved(line.finishedAt, run);
          }),
        ]),
    ...(exchanges === 0
      ? []
      : [
          ...[exchangesPath, runPath].map((path) =>
            edited(path, (text) =>
              text.replace(
                /"(at|endedAt|tokenEnds)":(\d{13})/g,
                (_, name: string, at: string) => `"${name}":${Number(at) + exchanges}`,
              ),
            ),
          ),
          withFooter,
        ]),
  ];
}
