import { type Jwt, readJwt, signedWith, signingInput, strangersFor } from './jwt.ts';

export type AlteredCredential = {
  kind:
    | 'not-a-jwt'
    | 'empty'
    | 'alg-none'
    | 'signature-missing'
    | 'signature-altered'
    | 'payload-changed'
    | 'other-secret'
    | 'expired';
  name: string;
  token: string;
};

function notJwts({ headerText, payloadText, signatureText }: Jwt): AlteredCredential[] {
  const texts = {
    'a word': 'not-a-jwt',
    'a UUID': '3b0f1f5e-6c0b-4d0a-9c57-0d5b0f3a9d11',
    'two dots around words': 'header.payload.signature',
    'two dots alone': '..',
    'the header alone': headerText,
    'the payload alone': payloadText,
    'the header missing': `.${payloadText}.${signatureText}`,
    'the payload missing': `${headerText}..${signatureText}`,
    'the parts in another order': `${payloadText}.${headerText}.${signatureText}`,
    'a fourth part': `${headerText}.${payloadText}.${signatureText}.${signatureText}`,
  };
  return Object.entries(texts).map(([name, token]) => ({ kind: 'not-a-jwt', name, token }));
}

function algNone({ header, claims, signatureText }: Jwt): AlteredCredential[] {
  const bare = ['none', 'None', 'NONE', 'nOnE'].map((alg) => ({
    kind: 'alg-none' as const,
    name: `alg ${alg} without a signature`,
    token: `${signingInput({ alg, typ: 'JWT' }, claims)}.`,
  }));
  const signed = `${signingInput({ ...header, alg: 'none' }, claims)}.${signatureText}`;
  return [...bare, { kind: 'alg-none', name: 'alg none with the accepted signature', token: signed }];
}

/** All characters except the last, which has unused bits. */
function inOtherCase(text: string): string {
  return text.replace(/[a-z](?=.)|([A-Z])(?=.)/g, (letter, capital) =>
    capital === undefined ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function signatureAltered({ headerText, payloadText, signatureText }: Jwt): AlteredCredential[] {
  const signature = Buffer.from(signatureText, 'base64url');
  const flipped = (index: number, bit = 0x01) => {
    const bytes = Buffer.from(signature);
    bytes[index] = (bytes[index] ?? 0) ^ bit;
    return bytes;
  };
  // The decoded bytes change, not only the text: the last character of base64url has unused bits.
  const altered = {
    'first byte of the signature changed': flipped(0),
    'middle byte of the signature changed': flipped(signature.length >> 1),
    'last byte of the signature changed': flipped(signature.length - 1),
    'signature without its last byte': signature.subarray(0, -1),
    'first half of the signature': signature.subarray(0, signature.length >> 1),
    'signature with a byte behind it': Buffer.concat([signature, Buffer.from([0])]),
    'signature of zeros': Buffer.alloc(signature.length),
    'high bit of the middle byte of the signature changed': flipped(signature.length >> 1, 0x80),
    'bytes of the signature in reverse': Buffer.from(signature).reverse(),
    'letters of the signature in the other case': Buffer.from(inOtherCase(signatureText), 'base64url'),
  };
  return Object.entries(altered).map(([name, bytes]) => ({
    kind: 'signature-altered',
    name,
    token: `${headerText}.${payloadText}.${bytes.toString('base64url')}`,
  }));
}

function payloadChanged({ header, claims, signatureText }: Jwt): AlteredCredential[] {
  const later = typeof claims.exp === 'number' ? claims.exp + 60 : undefined;
  const changes = {
    'sub changed': { ...claims, sub: `${claims.sub ?? ''}x` },
    'a claim added': { ...claims, added: 'by the bearer' },
    ...(later === undefined ? {} : { 'exp one minute later': { ...claims, exp: later } }),
  };
  return Object.entries(changes).map(([name, changed]) => ({
    kind: 'payload-changed',
    name,
    token: `${signingInput(header, changed)}.${signatureText}`,
  }));
}

/**
 * Everything that ruling 19 requires to be rejected and that can be made from a valid JWT without its key. Signatures are
 * made with keys derived from the token; those of ECDSA are random and still differ between calls.
 */
export function altered(token: string): AlteredCredential[] {
  const jwt = readJwt(token);
  const { header, claims, headerText, payloadText } = jwt;
  const others = strangersFor(header.alg, headerText, payloadText).map((signer) => ({
    kind: 'other-secret' as const,
    name: `the same claims signed with another ${signer.alg} key`,
    token: signedWith(signer, header, claims),
  }));
  return [
    { kind: 'empty', name: 'an empty token', token: '' },
    ...notJwts(jwt),
    ...algNone(jwt),
    { kind: 'signature-missing', name: 'signature missing', token: `${headerText}.${payloadText}` },
    { kind: 'signature-missing', name: 'signature empty', token: `${headerText}.${payloadText}.` },
    ...signatureAltered(jwt),
    ...payloadChanged(jwt),
    ...others,
  ];
}
