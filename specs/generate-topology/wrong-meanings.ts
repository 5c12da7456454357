import type { Run } from '../../engine/check.ts';
import { extremeStrings } from '../../generators/extreme-strings.ts';
import type { GenerateTopologyRequest } from '../../generators/generate-topology.ts';
import { undecodableText } from '../../generators/key-data/key-cases.ts';
import { keySpecs, signingKey } from '../../generators/keys.ts';
import { naughtyStrings } from '../../generators/naughty-strings.ts';
import { bytesFrom, type SeedPart, textFrom } from '../../generators/seeding.ts';
import { inOtherCase } from '../../generators/written-otherwise.ts';
import { samplingOf } from '../shared/body-faults.ts';
import { type BodyChanges, changes } from './bodies.ts';

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Text that differs in every run and for each purpose. */
function drawnText({ seed, nonce }: Run, purpose: string, length = 12): string {
  return textFrom([seed, nonce, 'wrong-meaning', purpose], alphabet, length);
}

/** An identifier in the usual form that nobody has. */
export function drawnIdentifier(run: Run, purpose: string): string {
  const { seed, nonce } = run;
  const fingerprint = bytesFrom([seed, nonce, 'fingerprint', purpose], 32).toString('hex');
  return `${drawnText(run, purpose, 9)}::1220${fingerprint}`;
}

/** Another last character: the identifier stays well-formed but refers to nothing. */
function withOtherEnd(identifier: string): string {
  return `${identifier.slice(0, -1)}${identifier.at(-1) === '0' ? '1' : '0'}`;
}

/** Identifiers of no synchronizer: never a 2xx (ruling 13). */
export function unknownSynchronizers(body: GenerateTopologyRequest, run: Run): BodyChanges {
  const { synchronizer, publicKey } = body;
  const [name = ''] = synchronizer.split('::');
  const [participant] = run.facts.participantUids;
  const keyData = undecodableText(run.identity('beside'));
  const alone = changes(
    {
      'identifier-that-no-synchronizer-has': drawnIdentifier(run, 'synchronizer'),
      'identifier-with-another-fingerprint': withOtherEnd(synchronizer),
      'identifier-under-another-name': `${drawnText(run, 'name', 5)}-${synchronizer}`,
      'identifier-cut-short': synchronizer.slice(0, -1),
      'identifier-with-a-part-behind': `${synchronizer}::${drawnText(run, 'version', 4)}`,
      // Where the identifier has no fingerprint, its name is the identifier.
      ...(name === synchronizer ? {} : { 'name-without-fingerprint': name }),
      ...(participant === undefined ? {} : { 'uid-of-a-participant': participant }),
      word: drawnText(run, 'word', 7),
      'letters-outside-ascii': `${drawnText(run, 'outside', 4)}žluťoučký::${synchronizer.split('::').at(-1)}`,
      // Errors that quote the identifier must write these as escapes.
      'quotation-marks-and-a-backslash': `${drawnText(run, 'quoted', 4)}"\\"::${synchronizer.split('::').at(-1)}`,
      'a-line-feed': `${drawnText(run, 'line', 4)}\n::${synchronizer.split('::').at(-1)}`,
      'identifier-with-a-nul-and-text-behind': `${synchronizer}\u0000${drawnText(run, 'behind-nul', 4)}`,
      long: drawnText(run, 'long', 300),
      nothing: '',
      ...extremeStrings(drawnText(run, 'extreme')),
      'in-other-case': inOtherCase(synchronizer),
      'with-blanks-around': ` ${synchronizer} `,
      'with-a-soft-hyphen': `${synchronizer}\u00ad`,
      'nothing-behind-the-name': `${name}::`,
    },
    (other) => ({ synchronizer: other }),
  );
  // Of two mistakes, a target may tell in another form than of one.
  const beside = { synchronizer: drawnText(run, 'beside', 7), publicKey: { ...publicKey, keyData } };
  return { ...alone, 'beside-an-undecodable-key': beside };
}

/** Names of the right form and others, made from a known name. */
function otherNames(known: string, prefix: string, run: Run, purpose: string) {
  const drawn = drawnText(run, purpose).toUpperCase();
  return {
    'unknown-name': `${prefix}${drawn}`,
    'in-lower-case': known.toLowerCase(),
    unspecified: `${prefix}UNSPECIFIED`,
    'with-blanks-around': ` ${known} `,
    'without-its-prefix': known.slice(prefix.length),
    long: `${prefix}${drawn.repeat(20)}`,
    ...extremeStrings(drawnText(run, 'extreme')),
  };
}

export function unknownFormats({ publicKey }: GenerateTopologyRequest, run: Run): BodyChanges {
  const names = otherNames(publicKey.format, 'CRYPTO_KEY_FORMAT_', run, 'format');
  return changes({ ...names, 'another-format': 'CRYPTO_KEY_FORMAT_RAW' }, (format) => ({
    publicKey: { ...publicKey, format },
  }));
}

export function unknownKeySpecs({ publicKey }: GenerateTopologyRequest, run: Run): BodyChanges {
  const names = otherNames(publicKey.keySpec, 'SIGNING_KEY_SPEC_', run, 'key-spec');
  return changes({ ...names, 'name-of-an-algorithm': 'SIGNING_ALGORITHM_SPEC_ED25519' }, (keySpec) => ({
    publicKey: { ...publicKey, keySpec },
  }));
}

/** Keys of each known specification: which of them a target takes is open. */
export function keysOfEachSpec(_: GenerateTopologyRequest, run: Run): BodyChanges {
  return Object.fromEntries(
    keySpecs.map((keySpec) => {
      const { format, keyData } = signingKey(keySpec, 'other-spec', run.identity());
      return [`of ${keySpec}`, { publicKey: { format, keyData, keySpec } }];
    }),
  );
}

/** Keys of another specification than the one that is named. */
export function misfits({ publicKey }: GenerateTopologyRequest, run: Run): BodyChanges {
  const keyData = rsaPublicKey(run.seed, run.nonce).toString('base64');
  const other = signingKey('SIGNING_KEY_SPEC_EC_P384', 'misfit', run.identity()).keyData;
  return {
    'ed25519-under-the-name-of-p-256': { publicKey: { ...publicKey, keySpec: 'SIGNING_KEY_SPEC_EC_P256' } },
    'p-384-under-the-name-of-ed25519': { publicKey: { ...publicKey, keyData: other } },
    'key-of-rsa': { publicKey: { ...publicKey, keyData } },
  };
}

/** Hints other than 1 to 100 letters and digits. */
export function unusualHints(_: GenerateTopologyRequest, run: Run): BodyChanges {
  const [one, other] = [drawnText(run, 'hint', 4), drawnText(run, 'behind', 5)];
  const joined = { space: ' ', colon: ':', 'two-colons': '::', 'full-stop': '.', slash: '/', nul: '\u0000' };
  const around = Object.entries(joined).map(([name, text]) => [name, `${one}${text}${other}`] as const);
  const hints = {
    ...Object.fromEntries(around),
    'hyphen-and-underscore': `${one}-${other}_`,
    'letters-outside-ascii': `${one}žluťoučký`,
    'decomposed-letters': `${one}ze\u030clutoucky\u0301`,
    'letters-that-change-their-case': `${one}BcŽžß`,
    'blanks-at-both-ends': ` ${one} `,
    emoji: `${one}😀${other}`,
    '186 letters': drawnText(run, '186', 186),
    '300 letters': drawnText(run, '300', 300),
    'id-of-a-party': drawnIdentifier(run, 'party'),
    'quotation-marks': `${one}"${other}'`,
  };
  // Any target accepts letters and digits, so these are no open hints.
  const { seed, ...sampling } = samplingOf(run);
  const naughty = naughtyStrings(
    { ...sampling, seed: `${seed}/${run.nonce}/hint` },
    (text) => !/^[A-Za-z0-9]{1,100}$/.test(text),
  );
  return changes(
    {
      ...hints,
      ...Object.fromEntries(naughty.map(({ value }, at) => [`naughty string, ${at + 1}`, value])),
      ...extremeStrings(drawnText(run, 'extreme')),
    },
    (partyHint) => ({ partyHint }),
  );
}

/** Strings that are no ids of participants, each in a list of its own. */
export function unknownUids(
  { synchronizer }: GenerateTopologyRequest,
  run: Run,
): [name: string, uid: string][] {
  const known = run.facts.participantUids.at(-1);
  const strings: Readonly<Record<string, string>> = {
    unknown: drawnIdentifier(run, 'participant'),
    'no-identifier': drawnText(run, 'no-identifier', 8),
    'empty-string': '',
    'nothing-behind-the-name': `${drawnText(run, 'no-fingerprint', 8)}::`,
    'identifier-of-the-synchronizer': synchronizer,
    long: drawnIdentifier(run, 'long-uid').repeat(4),
    ...(known === undefined
      ? {}
      : {
          'in-other-case': inOtherCase(known),
          'cut-short': known.slice(0, -1),
          'with-blanks-around': ` ${known} `,
        }),
    ...extremeStrings(drawnText(run, 'extreme')),
  };
  return Object.entries(strings);
}

/** Thresholds above the number of participants that could confirm, and each that some of them reach, for one party. */
export function highThresholds(_: GenerateTopologyRequest, run: Run): BodyChanges {
  const { facts, seed, nonce } = run;
  const { participantUids: uids } = facts;
  const confirmers = uids.length + 1;
  const lists = { otherConfirmingParticipantUids: uids, observingParticipantUids: [] };
  const reached = Array.from({ length: confirmers }, (_each, at) => [
    `${at + 1} of ${confirmers} confirmers`,
    { localParticipantObservationOnly: false, ...lists, confirmationThreshold: at + 1 },
  ]);
  const tooHigh = changes(
    {
      'one-above-all-participants': confirmers + 1,
      'far-above-all-participants':
        confirmers + 2 + bytesFrom([seed, nonce, 'threshold'], 3).readUIntBE(0, 3),
      'greatest-int32': 2_147_483_647,
    },
    (confirmationThreshold) => ({ confirmationThreshold }),
  );
  return { ...Object.fromEntries(reached), ...tooHigh };
}

/** A SubjectPublicKeyInfo (RFC 3279 section 2.3.1) of 2048 bits, up to the modulus, and the exponent 65537 behind it. */
const prefix = '30820122300d06092a864886f70d01010105000382010f003082010a0282010100';
const exponent = '0203010001';

/** A well-formed public key of RSA with a modulus drawn from the parts; nobody has its private key. */
function rsaPublicKey(...parts: SeedPart[]): Buffer {
  const modulus = bytesFrom(['rsa', ...parts], 256);
  // 2048 bits long, and odd as any product of two primes.
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[255] = (modulus[255] ?? 0) | 1;
  return Buffer.concat([Buffer.from(prefix, 'hex'), modulus, Buffer.from(exponent, 'hex')]);
}
