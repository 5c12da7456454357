import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import type { Conducting } from '../../engine/create-run.ts';
import { credentialsOf } from '../../engine/credentials.ts';
import { senderOf, tokenTextsOf } from '../../engine/open-session.ts';
import type { Driven } from '../../engine/play.ts';
import type { Session } from '../../engine/session.ts';
import { bytesFrom } from '../../generators/seeding.ts';
import { signWith, type TokenKey } from '../../generators/token-signer.ts';
import type { KeyShape, RunHeader, RunInputs, TokenShape } from '../../journal/journal-line.ts';
import { reasonOf } from '../../journal/reason.ts';
import type { RunJournal } from '../../journal/run-journal.ts';
import type { Operation } from '../../requirements/requirement.ts';
import { createExecuteBodies, type KnownBodies } from '../../settings/execute-bodies.ts';
import type { Effort, Settings } from '../../settings/settings.ts';
import { boundsFor, boundsIfBusy } from '../../wire/bounds.ts';
import { formOf } from '../../wire/media-type.ts';
import { createRedactor, type Redactor } from '../../wire/redact.ts';
import { createTokenSource, type TokenSource } from '../../wire/token.ts';
import { recordedCase } from './recorded-case.ts';
import type { Recording } from './recorded-wire.ts';

/** The run of a journal, of which nothing was generated again yet; undefined if it does not say what its requests were made from. */
export function recordedIn(journal: RunJournal): Recording | undefined {
  const { facts, inputs } = journal.preflight ?? {};
  if (facts === undefined || inputs === undefined) return undefined;
  const redactor = createRedactor();
  const isShortSecret = inputs.key?.kind === 'secret' && inputs.key.length < 16;
  const atSeconds = Math.floor(Date.parse(journal.header.startedAt) / 1_000);
  return {
    journal,
    facts,
    inputs,
    sender: {
      base: new URL(facts.baseUrl),
      gateway: inputs.gateway,
      ...senderOf(settingsOf(journal.header)),
    },
    redactor,
    tokens: standInTokens(inputs, redactor, atSeconds),
    short: { texts: new Set(), atMost: inputs.gateway.length + (isShortSecret ? 1 : 0) },
    differences: [],
    sent: new Set(),
    generated: new Set(),
  };
}

/**
 * Tokens in place of those of a run: of the same shape, so that the same cases can be made of them. They open nothing.
 * @param atSeconds the time of the run, in seconds since 1970: its token had not expired then
 */
function standInTokens(inputs: RunInputs, redactor: Redactor, atSeconds: number): TokenSource {
  const key = inputs.key === null ? undefined : standInKey(inputs.key);
  const target = {
    token: standIn(inputs.token, key, 'token'),
    expiredToken: inputs.expiredToken === null ? undefined : standIn(inputs.expiredToken, key, 'expired'),
  };
  const obtain = async (place: number): Promise<string> =>
    bytesFrom(['stand-in', 'listed', place], signatureBytes).toString('base64url');
  return createTokenSource(target, redactor, { key, obtain, nowSeconds: () => atSeconds });
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signatures of keys that are not configured have a usual length. */
const signatureBytes = 64;

function standIn(shape: TokenShape, key: TokenKey | undefined, name: string): string {
  if (shape.kind === 'opaque')
    return bytesFrom(['stand-in', name], shape.length).toString('base64url').slice(0, shape.length);
  const input = `${encode(shape.header)}.${encode(shape.claims)}`;
  const alg = typeof shape.header.alg === 'string' ? shape.header.alg : '';
  const signature = key === undefined ? undefined : signWith(key, alg, input);
  return `${input}.${(signature ?? bytesFrom(['stand-in', name], signatureBytes)).toString('base64url')}`;
}

function standInKey(shape: KeyShape): TokenKey {
  if (shape.kind === 'secret')
    return { secret: bytesFrom(['stand-in', 'key'], shape.length).toString('hex').slice(0, shape.length) };
  const { kind: _kind, ...named } = shape;
  return { jwk: { ...privateJwk(shape), ...named } };
}

function privateJwk({ kty, crv = '' }: Extract<KeyShape, { kind: 'jwk' }>): JWK {
  if (kty === 'oct') return { k: bytesFrom(['stand-in', 'key'], 32).toString('base64url') };
  const pair =
    kty === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : kty === 'EC'
        ? generateKeyPairSync('ec', { namedCurve: crv })
        : generateKeyPairSync(crv.toLowerCase() as 'ed25519');
  return pair.privateKey.export({ format: 'jwk' }) as JWK;
}

/** The settings that requests follow from. */
export function settingsOf({
  run: { seed, nonce, effort, disguise, userAgent },
}: RunHeader): Session['settings'] & Pick<Settings, 'userAgent'> {
  return { seed, nonce, effort: effort as Effort, disguise: disguise === true, userAgent };
}

/** Nothing takes time, and connections are only told apart. */
export const driven: Driven = {
  wire: { openLine: () => ({ close: async () => {} }) },
  clock: { now: () => 0, wait: async () => {} },
};

/** The answers that valid requests got which were sent to compare, by operation and form. Only cases that say so need them. */
function* controlsIn({ cases, exchanges }: RunJournal): Generator<string> {
  if (!cases.some(({ facts }) => 'shutOut' in facts)) return;
  for (const { operation, attempts } of cases)
    for (const { role, exchange } of attempts) {
      const answer = role === 'control' ? exchanges.get(exchange)?.answer : undefined;
      if (answer !== undefined) yield `${operation} ${formOf(answer)}`;
    }
}

/** Says what a part of a run is conducted in again: its record. */
export function conductingIn(run: Recording) {
  const { facts, inputs, journal, tokens, redactor, differences, generated } = run;
  tokens.heed(facts);
  const isIssued = inputs.token.kind === 'jwt' && 'iat' in inputs.token.claims;
  const controls = new Set(controlsIn(journal));
  const recorded = {
    ...run,
    tokenText: tokenTextsOf(tokens, redactor, journal.header.run),
    // Tokens that do not say when they were made may be equal, if one is made later and for less time.
    owners: facts.tokens !== undefined || isIssued ? new Map<string, string>() : undefined,
    bounds: boundsIfBusy(boundsFor(inputs.timeoutMs)),
    isShutOut: (operation: string, form: string) => controls.has(`${operation} ${form}`),
  };
  const cases = new Map(journal.cases.map((line) => [line.id, line]));
  return (
    operation: Operation,
    part: Pick<Conducting, 'series'> & {
      readonly known?: KnownBodies;
      readonly hasIdle?: true;
      /** Whether cases may be missing: the run was stopped by the target. */
      readonly mayLack: (isRisky: boolean) => boolean;
    },
  ): Conducting => ({
    settings: settingsOf(journal.header),
    series: part.series,
    facts,
    credentials: credentialsOf(tokens, facts),
    bodies: createExecuteBodies(inputs.executeBodies, part.known),
    idleLines: new Map(part.hasIdle === true ? [[operation, [1, 2].map(() => driven.wire.openLine())]] : []),
    open(each, origin) {
      const line = cases.get(origin.id);
      if (line === undefined) {
        const isRisky = each.mayHang === true;
        if (!part.mayLack(isRisky)) differences.push(`case ${origin.id} is missing`);
        return isRisky && each.as === undefined ? reasonOf('hung-before') : undefined;
      }
      generated.add(origin.id);
      return recordedCase(recorded, origin, each, line);
    },
  });
}
