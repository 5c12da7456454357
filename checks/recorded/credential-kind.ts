import { credentialFault, openCredential, type RecordedFault } from './fault.ts';
import type { RecordedExchange } from './reading/recorded-exchange.ts';

/**
 * The kind of a recorded token, from the last part of the record's name: the recording does not contain the token.
 * Ruling 19 requires that these are rejected; all other kinds are open.
 */
const refusedKinds: readonly (readonly [words: RegExp, kind: string])[] = [
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
  [/^garbage|^not-a?-?jwt|^(payload|header)-not-json/, 'not-a-jwt'],
];

const ordinaryKinds = /^(ok|valid|good|plain|bearer)$/;

/** Words outside the authentication groups that mean another token than the ordinary one. */
const otherToken = /-token-|(^|-)no-?rights/;

/** What a record's name says about the token of its request; nothing for the ordinary token. */
export function tokenFaults(record: RecordedExchange): RecordedFault[] {
  const { isAboutCredentials, word } = wordOf(record);
  if (!isAboutCredentials) return otherToken.test(word) ? [openCredential(word)] : [];
  const bare = word.replace(/^(bearer|swp|jwt|token)-(?=.)/, '');
  const refused = refusedKinds.find(([words]) => words.test(bare));
  if (refused !== undefined) return [credentialFault(refused[1])];
  return ordinaryKinds.test(word) ? [] : [openCredential(word)];
}

function wordOf({ name, group }: RecordedExchange): { isAboutCredentials: boolean; word: string } {
  const [first = '', , ...rest] = name.toLowerCase().split('.');
  const isAboutCredentials = /^(auth|order)/.test(group) || first === 'auth' || first === 'order';
  // Words in this group may contain dots, as in `auth.execute.swp-with-daml.ws.auth`.
  const word =
    isAboutCredentials && rest.length > 0 ? rest.join('.') : (name.toLowerCase().split('.').at(-1) ?? '');
  return { isAboutCredentials, word };
}
