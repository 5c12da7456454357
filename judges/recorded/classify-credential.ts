import { jwtIn } from '../../generators/jwt.ts';
import { type JsonObject, readObject } from '../../json/read-json.ts';
import { requirement as entry } from '../../requirements/catalogue.ts';
import { demandOf, requirementForKind } from '../../requirements/requirement-for.ts';
import { leewaySeconds } from '../../wire/credential-problems.ts';
import { headerValue, headerValues } from '../../wire/exchange.ts';
import { markStart } from '../../wire/secrets.ts';
import { credentialFault, openCredential, type RecordedFault } from './fault.ts';
import type { RecordedExchange } from './reading/read-recording.ts';

/** Whether a token was here: recorders, and this suite, write a placeholder for it. */
function holdsToken(text: string): boolean {
  return text.includes('<jwt>') || text.includes(markStart);
}

function isToken(text: string): boolean {
  return text === '<jwt>' || /^\[redacted:[^\]]*\]$/.test(text);
}

/** How recorders, proxies and logs write a token that they hide, or only the beginning of one. */
const hidden =
  /^(?:[*•x]{3,}|\$\w{1,60}|[[<({$%].{0,60}[\])}>%]|[\w-]{1,200}(?:\.{3}|…).{0,200}|.{0,30}(?:redact|mask|remov|hidden|filter|sanit|obfusc|omit|strip).{0,30})$/i;

/**
 * Faults and open points of a request's credential, from its headers and, if they have a token, the record's name. None
 * for the ordinary token after `Bearer`.
 */
export function credentialFaults(record: RecordedExchange): RecordedFault[] {
  const { headers, target } = record.exchange.request;
  const [authorization] = headerValues(headers, 'authorization');
  const [apiKey] = headerValues(headers, 'sec-websocket-protocol');
  if (authorization === undefined && apiKey === undefined) {
    const isElsewhere = holdsToken(target) || headers.some(([, value]) => holdsToken(value));
    return [isElsewhere ? credentialFault('token-form') : credentialFault('none')];
  }
  if (apiKey === undefined) return authorizationFaults(authorization ?? '', record);
  if (authorization === undefined) return apiKeyFaults(apiKey, record);
  // It is open which of two credentials counts, so a request must be rejected only if both must be.
  const both = [authorizationFaults(authorization, record), apiKeyFaults(apiKey, record)];
  return both.every((faults) => faults.some(isRefused)) ? both.flat() : [openCredential('two credentials')];
}

function isRefused({ requirement }: Pick<RecordedFault, 'requirement'>): boolean {
  const known = entry(requirement);
  return known.level === 'MUST' && demandOf(known) === 'rejected';
}

function authorizationFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const [, scheme = '', gap = '', rest = ''] = /^(\S*)([ \t]*)(.*)$/s.exec(value.trimStart()) ?? [];
  const credentials = rest.trimEnd();
  if (isHidden(value.trim()) || isHidden(credentials))
    return [openCredential('a token that the recording hides')];
  if (scheme === '') return [credentialFault('empty')];
  if (/^basic$/i.test(scheme)) return [credentialFault('basic')];
  if (!/^bearer$/i.test(scheme)) {
    const shown = credentials === '' ? literalTokenFaults(scheme, record) : [];
    if (shown.length > 0) return shown;
    if (credentials === '' && !holdsToken(scheme)) return [credentialFault('not-a-jwt')];
    // The word may be missing, or without a blank behind it (ruling 33).
    if (credentials === '' || /^bearer/i.test(scheme))
      return [credentialFault('token-form'), ...tokenFaults(record)];
    return [openCredential('another scheme'), ...(holdsToken(value) ? tokenFaults(record) : [])];
  }
  if (credentials === '') return [credentialFault('empty')];
  return [
    ...(scheme === 'Bearer' ? [] : [credentialFault('scheme-case', 'AUTH-OPEN-SCHEME-CASE')]),
    ...(gap === ' ' ? [] : [credentialFault('token-form')]),
    ...writtenTokenFaults(credentials, record),
  ];
}

const isHidden = (text: string): boolean => hidden.test(text) && !holdsToken(text);

/** Further words in front of a token, padding or a full stop behind it: other spellings of it (ruling 33). */
const otherSpelling = /^(?:[A-Za-z]+ +)*(?:<jwt>|\[redacted:[^\]]*\])(?:=+|\.)?$/;

/** A token in the record: a placeholder, or the text itself if it is not a valid token. */
function writtenTokenFaults(text: string, record: RecordedExchange): RecordedFault[] {
  if (isToken(text)) return tokenFaults(record);
  const shown = literalTokenFaults(text, record);
  if (shown.length > 0) return shown;
  if (jwtIn(text) !== undefined) return [openCredential('a token in the recording'), ...tokenFaults(record)];
  if (!holdsToken(text)) return [credentialFault('not-a-jwt')];
  const kind = otherSpelling.test(text) ? 'token-form' : 'text-around-token';
  return [credentialFault(kind), ...tokenFaults(record)];
}

/** Ruling 20: one of three forms must work. Which one is open, and so is any other form with a token in it. */
function apiKeyFaults(value: string, record: RecordedExchange): RecordedFault[] {
  const protocols = value.split(',').map((protocol) => protocol.trim());
  const tokens = protocols.filter((protocol) => protocol !== 'daml.ws.auth');
  if (tokens.length === 0) return [credentialFault('none')];
  if (tokens.every((protocol) => /^(jwt\.token\.)?$/.test(protocol))) return [credentialFault('empty')];
  const written = tokens.map((protocol) => protocol.replace(/^jwt\.token\./, ''));
  const shown = written.flatMap((text) => literalTokenFaults(text, record));
  if (shown.length > 0) return shown;
  if (written.some(isHidden)) return [openCredential('a token that the recording hides')];
  if (!written.some((text) => holdsToken(text) || jwtIn(text) !== undefined))
    return [credentialFault('not-a-jwt')];
  return [credentialFault('api-key-form', 'AUTH-OPEN-APIKEY-FORM'), ...tokenFaults(record)];
}

/**
 * The kinds of a recorded token, from the last part of the record's name: the recording does not contain the token. Rulings 19,
 * 32 and 33 decide which of them must be rejected. The first match applies.
 */
const kindsByWord: readonly (readonly [words: RegExp, kind: string])[] = [
  [/^exp-(beside|twice)/, 'expired'],
  // Up to five minutes.
  [/^expired-((\d{1,2}|[12]\d\d|300)s|[1-5]m(in)?)$/, 'expired-recently'],
  [/^(nbf|iat)-/, 'not-yet-valid'],
  [/^(no-exp$|exp-|ahead-|other-(sub|aud)$)/, 'unusual-claims'],
  [/^(hs(256|384|512)$|alg-(lower|upper))/, 'other-hmac'],
  [/^(kid|jku|x5u|crit|typ|cty)$/, 'unknown-header'],
  [/^(padding|dot-behind|spare-bits|(two-)?(blank|space)s?(-behind)?|tab)$/, 'token-form'],
  [/^(sig|payload|header)-std-|^no-(word|blank)|^word[.-]/, 'token-form'],
  [/^expired/, 'expired'],
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

const ordinaryKinds = /^(ok|valid|good|plain|bearer)$/;

/** Words outside the authentication groups that mean another token than the ordinary one. */
const otherToken = /-token-|(^|-)no-?rights/;

/** A token of a kind that a ruling names. */
function ofKind(kind: string, name = kind): RecordedFault {
  const requirement = requirementForKind(kind);
  return isRefused({ requirement }) ? credentialFault(kind) : openCredential(name, requirement);
}

/**
 * What a token that stands in a recording shows by itself (rulings 19 and 32), beside the `Date` of its response: nobody can
 * verify its signature. Nothing for a text that is no token.
 */
function literalTokenFaults(text: string, { exchange }: RecordedExchange): RecordedFault[] {
  const [header, claims, signature = '', ...more] = text.split('.');
  const read = { header: decoded(header), claims: decoded(claims) };
  if (read.header === undefined || read.claims === undefined || more.length > 0) return [];
  if (/^none$/i.test(String(read.header.alg))) return [ofKind('alg-none')];
  if (signature === '') return [ofKind('signature-missing')];
  const date = Date.parse(headerValue(exchange.answer?.headers ?? [], 'date') ?? '') / 1_000;
  const { exp, nbf } = read.claims;
  if (typeof exp === 'number' && date >= exp)
    return [ofKind(date - exp > leewaySeconds ? 'expired' : 'expired-recently')];
  return typeof nbf === 'number' && date < nbf ? [ofKind('not-yet-valid')] : [];
}

function decoded(part: string | undefined): JsonObject | undefined {
  return part === undefined || part === '' ? undefined : readObject(Buffer.from(part, 'base64url'));
}

/** What a record's name says about the token of its request; nothing for the ordinary token. */
function tokenFaults(record: RecordedExchange): RecordedFault[] {
  const { isAboutCredentials, word } = wordOf(record);
  if (!isAboutCredentials) return otherToken.test(word) ? [openCredential(word)] : [];
  const bare = word.replace(/^(bearer|swp|jwt|token)-(?=.)/, '');
  const [, kind] = kindsByWord.find(([words]) => words.test(bare)) ?? [];
  if (kind !== undefined) return [ofKind(kind, word)];
  return ordinaryKinds.test(word) ? [] : [openCredential(word)];
}

/** Whether a record is named after a valid token. */
export const isOfValidToken = ({ name }: RecordedExchange): boolean =>
  /(?:^|\.)(?:ok|valid|good|plain|bearer)(?:\.|$)/i.test(name);

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
