import { altered } from '../generators/credentials.ts';
import { leniencyOf } from '../generators/leniencies/catalogue.ts';
import type { LenientCredential } from '../generators/leniencies/lenient-credentials.ts';
import type { LenientRole, Part, TokenRole } from './credential.ts';
import type { Redactor } from './redact.ts';
import { addToken, type TokenSource } from './token.ts';

/** The text of a part of a header, as of now; it is a secret of the redactor from then on. */
export type TextOf = (part: Exclude<Part, string>) => Promise<string>;

/** Shorter texts, such as `null`, occur in every response. */
const shortestSecret = 16;

/**
 * Makes the texts of tokens, each once for as long as it serves: each new one would be one more secret to search every
 * response for. What is made of the valid token serves until that is renewed, and a fresh one for half of its life.
 * @param run what texts that are no token at all are drawn from
 */
export function createTokenTexts(tokens: TokenSource, redactor: Redactor, run: string): TextOf {
  /** Until when each text serves is in seconds since 1970. */
  const made = new Map<string, { readonly text: string; readonly until: number }>();
  let madeOf = '';
  const keep = (text: string, kind: string): string => {
    if (text.length >= shortestSecret) addToken(redactor, text, kind);
    return text;
  };
  const make = async (role: TokenRole): Promise<string> => {
    switch (role.token) {
      case 'valid':
        return tokens.current();
      case 'listed':
        return tokens.listed(role.place);
      case 'expired':
        return known(await tokens.expired(role.secondsAgo), role);
      case 'fresh':
        return known(await tokens.fresh(role.lifetimeSeconds, role.claims), role);
      case 'lenient': {
        const one = lenientOf(tokens, role);
        return keep(one.text, secretKind(one));
      }
      case 'altered': {
        const { kind, detail, of } = role;
        const all = altered(of === undefined ? tokens.last() : lenientOf(tokens, of).text, run);
        const ofKind = all.filter((each) => each.kind === kind);
        // A renewed token may have another algorithm, and with it other details.
        const one = ofKind.find((each) => each.detail === detail) ?? ofKind[0];
        return keep(known(one?.token, role), kind);
      }
    }
  };
  const textOf = async (role: TokenRole): Promise<string> => {
    if (role.token === 'valid' || role.token === 'listed') return make(role);
    const token = await tokens.current();
    if (token !== madeOf) made.clear();
    madeOf = token;
    const name = JSON.stringify(role);
    const before = made.get(name);
    if (before !== undefined && before.until > tokens.now()) return before.text;
    const text = await make(role);
    const until = role.token === 'fresh' ? tokens.now() + role.lifetimeSeconds / 2 : Number.POSITIVE_INFINITY;
    made.set(name, { text, until });
    return text;
  };
  return async (part) => {
    if (!('base64' in part)) return textOf(part);
    const texts = await Promise.all(
      part.base64.map((each) => (typeof each === 'string' ? each : textOf(each))),
    );
    return keep(Buffer.from(texts.join('')).toString('base64'), 'basic');
  };
}

function lenientOf(tokens: TokenSource, role: LenientRole): LenientCredential {
  const leniency = leniencyOf(role.leniency);
  const all = leniency === undefined ? [] : tokens.lenient([leniency]);
  return known(all.find(({ detail }) => detail === role.detail) ?? all[0], role);
}

/** Credentials that are signed with the key of the target may grant access; the others do not. */
function secretKind({ leniency: { keyword }, isGenuine }: LenientCredential): string {
  if (!isGenuine) return keyword;
  return keyword === 'expired' ? 'expired-token' : 'token';
}

function known<T>(made: T | undefined, role: TokenRole): T {
  if (made === undefined) throw new Error(`There is no such token: ${JSON.stringify(role)}.`);
  return made;
}
