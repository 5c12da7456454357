import { encodedPart, type Jwt, readJwt, signedWith, signingInput, strangersFor } from './jwt.ts';
import { textFrom, uuidFrom } from './seeding.ts';
import { inOtherCase } from './written-otherwise.ts';

export type AlteredCredential = {
  /** The kind that requirements claim (ruling 19). */
  kind:
    | 'not-a-jwt'
    | 'empty'
    | 'alg-none'
    | 'signature-missing'
    | 'signature-altered'
    | 'payload-changed'
    | 'other-secret';
  /** Which one of its kind. */
  detail: string;
  token: string;
};

/** Credentials of one kind by their details. */
function ofKind<T>(
  kind: AlteredCredential['kind'],
  made: Readonly<Record<string, T>>,
  tokenOf: (each: T) => string = String,
): AlteredCredential[] {
  return Object.entries(made).map(([detail, each]) => ({ kind, detail, token: tokenOf(each) }));
}

const smallLetters = 'abcdefghijklmnopqrstuvwxyz';

function notJwts({ headerText, payloadText, signatureText }: Jwt, run: string): AlteredCredential[] {
  const word = (part: string): string => textFrom(['not-a-jwt', run, part], smallLetters, 9);
  const texts = {
    word: word('one'),
    uuid: uuidFrom(['not-a-jwt', run]),
    // What clients send whose variable has no token yet.
    'the-word-undefined': 'undefined',
    'the-word-null': 'null',
    'two-dots-around-words': ['header', 'payload', 'signature'].map(word).join('.'),
    'two-dots-alone': '..',
    'header-alone': headerText,
    'payload-alone': payloadText,
    'header-missing': `.${payloadText}.${signatureText}`,
    'payload-missing': `${headerText}..${signatureText}`,
    'parts-in-another-order': `${payloadText}.${headerText}.${signatureText}`,
    'fourth-part': `${headerText}.${payloadText}.${signatureText}.${signatureText}`,
    'null-as-its-header': `${encodedPart('null')}.${payloadText}.${signatureText}`,
    'list-as-its-header': `${encodedPart('[]')}.${payloadText}.${signatureText}`,
    'five-thousand-letters': textFrom(['not-a-jwt', run, 'long'], smallLetters, 5_000),
  };
  return ofKind('not-a-jwt', texts);
}

function algNone({ header, claims, signatureText }: Jwt): AlteredCredential[] {
  const bare = ['none', 'None', 'NONE', 'nOnE'].map((alg) => ({
    kind: 'alg-none' as const,
    detail: `${alg} without a signature`,
    token: `${signingInput({ alg, typ: 'JWT' }, claims)}.`,
  }));
  const signed = `${signingInput({ ...header, alg: 'none' }, claims)}.${signatureText}`;
  return [...bare, { kind: 'alg-none', detail: 'with-the-accepted-signature', token: signed }];
}

function signatureAltered({ headerText, payloadText, signatureText }: Jwt): AlteredCredential[] {
  const signature = Buffer.from(signatureText, 'base64url');
  const flipped = (index: number, bit = 0x01) => {
    const bytes = Buffer.from(signature);
    bytes[index] = (bytes[index] ?? 0) ^ bit;
    return bytes;
  };
  // The decoded bytes must change, not only the text: the last character of base64url has unused bits.
  const altered = {
    'first-byte-changed': flipped(0),
    'middle-byte-changed': flipped(signature.length >> 1),
    'last-byte-changed': flipped(signature.length - 1),
    'last-byte-missing': signature.subarray(0, -1),
    'first-half-alone': signature.subarray(0, signature.length >> 1),
    'byte-behind-it': Buffer.concat([signature, Buffer.from([0])]),
    zeros: Buffer.alloc(signature.length),
    'high-bit-of-the-middle-byte-changed': flipped(signature.length >> 1, 0x80),
    'bytes-in-reverse': Buffer.from(signature).reverse(),
    // The last character has unused bits.
    'letters-in-the-other-case': Buffer.from(
      `${inOtherCase(signatureText.slice(0, -1))}${signatureText.slice(-1)}`,
      'base64url',
    ),
  };
  return ofKind(
    'signature-altered',
    altered,
    (bytes) => `${headerText}.${payloadText}.${bytes.toString('base64url')}`,
  );
}

function payloadChanged({ header, claims, signatureText }: Jwt): AlteredCredential[] {
  const later = typeof claims.exp === 'number' ? claims.exp + 60 : undefined;
  const changes = {
    'sub-changed': { ...claims, sub: `${claims.sub ?? ''}x` },
    'claim-added': { ...claims, added: 'by the bearer' },
    ...(later === undefined ? {} : { 'exp-one-minute-later': { ...claims, exp: later } }),
  };
  return ofKind('payload-changed', changes, (changed) => `${signingInput(header, changed)}.${signatureText}`);
}

/**
 * Every credential that ruling 19 requires to be rejected and that can be made from a valid JWT without its key. The
 * signing keys are derived from the token, but ECDSA signatures are random and differ between calls.
 * @param run what texts that are no token at all are drawn from
 */
export function altered(token: string, run = ''): AlteredCredential[] {
  const jwt = readJwt(token);
  const { header, claims, headerText, payloadText } = jwt;
  const others = strangersFor(header.alg, headerText, payloadText).map((signer) => ({
    kind: 'other-secret' as const,
    detail: `another ${signer.alg} key`,
    token: signedWith(signer, header, claims),
  }));
  return [
    { kind: 'empty', detail: 'token', token: '' },
    ...notJwts(jwt, run),
    ...algNone(jwt),
    { kind: 'signature-missing', detail: 'two-parts', token: `${headerText}.${payloadText}` },
    { kind: 'signature-missing', detail: 'third-part-empty', token: `${headerText}.${payloadText}.` },
    // A single character of base64url stands for no byte.
    { kind: 'signature-missing', detail: 'third-part-of-no-byte', token: `${headerText}.${payloadText}.A` },
    ...signatureAltered(jwt),
    ...payloadChanged(jwt),
    ...others,
  ];
}
