import { type JsonObject, readObject } from '../../json/read-json.ts';
import { requirementForKind } from '../../requirements/requirement-for.ts';
import { leewaySeconds } from '../../wire/credential-problems.ts';
import { headerValue } from '../../wire/exchange.ts';
import { credentialFault, openCredential, type RecordedFault } from './fault.ts';
import type { RecordedExchange } from './reading/recorded-exchange.ts';

/**
 * The kind of a recorded token, from the last part of the record's name: the recording does not contain the token.
 * Rulings 19, 32 and 33 require that these are rejected.
 */
const refusedKinds: readonly (readonly [words: RegExp, kind: string])[] = [
  [/^expired|^exp-(beside|twice)/, 'expired'],
  [/^alg-?none/, 'alg-none'],
  [
    /^(no|missing|empty|stripped)-(signature|sig)|^(signature|sig)-(missing|empty|stripped)/,
    'signature-missing',
  ],
  [
    /^(bad|altered|corrupted|truncated|wrong)-(signature|sig)|^(signature|sig)-(altered|changed|corrupted|truncated)/,
    'signature-altered',
  ],
  [/^(changed|altered|tampered)-payload|^payload-(changed|altered|tampered)/, 'payload-changed'],
  [/^(other|wrong)-(secret|key)/, 'other-secret'],
  [/^empty-(secret|key)/, 'forged'],
  [/^garbage|^not-a?-?jwt|^(payload|header)-not-json/, 'not-a-jwt'],
  [/^(text|comma|token)-behind|^comma$|^(token-)?twice$/, 'text-around-token'],
  [/^case-(header|payload|signature|token)/, 'token-in-other-case'],
  [/^(line|blank|space|tab)s?-inside/, 'space-in-token'],
  [/^(variant|wrong)$/, 'wrong-again'],
];

/** Up to five minutes. */
const shortly = /^expired-((\d{1,2}|[12]\d\d|300)s|[1-5]m(in)?)$/;

/** What rulings 32 and 33 leave open. */
const openKinds: readonly (readonly [words: RegExp, kind: string])[] = [
  [shortly, 'expired-recently'],
  [/^(nbf|iat)-/, 'not-yet-valid'],
  [/^(no-exp$|exp-|ahead-|other-(sub|aud)$)/, 'unusual-claims'],
  [/^(hs(256|384|512)$|alg-(lower|upper))/, 'other-hmac'],
  [/^(kid|jku|x5u|crit|typ|cty)$/, 'unknown-header'],
  [/^(padding|dot-behind|spare-bits|(two-)?(blank|space)s?(-behind)?|tab)$/, 'token-form'],
  [/^(sig|payload|header)-std-|^no-(word|blank)|^word[.-]/, 'token-form'],
];

const ordinaryKinds = /^(ok|valid|good|plain|bearer)$/;

/** Words outside the authentication groups that mean another token than the ordinary one. */
const otherToken = /-token-|(^|-)no-?rights/;

/**
 * What a token that stands in a recording shows by itself (rulings 19 and 32), beside the `Date` of its response: nobody can
 * verify its signature. Nothing for a text that is no token.
 */
export function literalTokenFaults(text: string, { exchange }: RecordedExchange): RecordedFault[] {
  const [header, claims, signature = '', ...more] = text.split('.');
  const read = { header: decoded(header), claims: decoded(claims) };
  if (read.header === undefined || read.claims === undefined || more.length > 0) return [];
  if (/^none$/i.test(String(read.header.alg))) return [credentialFault('alg-none')];
  if (signature === '') return [credentialFault('signature-missing')];
  const date = Date.parse(headerValue(exchange.answer?.headers ?? [], 'date') ?? '') / 1_000;
  const { exp, nbf } = read.claims;
  if (typeof exp === 'number' && date - exp > leewaySeconds) return [credentialFault('expired')];
  const kind =
    typeof exp === 'number' && date >= exp
      ? 'expired-recently'
      : typeof nbf === 'number' && date < nbf
        ? 'not-yet-valid'
        : undefined;
  return kind === undefined ? [] : [openCredential(kind, requirementForKind(kind))];
}

function decoded(part: string | undefined): JsonObject | undefined {
  return part === undefined || part === '' ? undefined : readObject(Buffer.from(part, 'base64url'));
}

/** What a record's name says about the token of its request; nothing for the ordinary token. */
export function tokenFaults(record: RecordedExchange): RecordedFault[] {
  const { isAboutCredentials, word } = wordOf(record);
  if (!isAboutCredentials) return otherToken.test(word) ? [openCredential(word)] : [];
  const bare = word.replace(/^(bearer|swp|jwt|token)-(?=.)/, '');
  const open = openKinds.find(([words]) => words.test(bare) && !/^exp-(beside|twice)/.test(bare));
  if (open !== undefined) return [openCredential(word, requirementForKind(open[1]))];
  const refused = refusedKinds.find(([words]) => words.test(bare));
  if (refused !== undefined) return [credentialFault(refused[1])];
  return ordinaryKinds.test(word) ? [] : [openCredential(word)];
}

function wordOf({ name, group }: RecordedExchange): { isAboutCredentials: boolean; word: string } {
  const [first = '', second, ...rest] = name.toLowerCase().split('.');
  if (second === 'auth') return { isAboutCredentials: true, word: rest.join('.') };
  const isAboutCredentials = /^(auth|order)/.test(group) || first === 'auth' || first === 'order';
  // Of several requests on one connection, each has a word of its own, such as `valid` or `variant`.
  if (second === 'connection') return { isAboutCredentials, word: rest.at(-1) ?? '' };
  // Words in this group may contain dots, as in `auth.execute.swp-with-daml.ws.auth`.
  const word =
    isAboutCredentials && rest.length > 0 ? rest.join('.') : (name.toLowerCase().split('.').at(-1) ?? '');
  return { isAboutCredentials, word };
}
