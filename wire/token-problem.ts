import { readJwt } from '../generators/jwt.ts';
import { isJwt } from './token.ts';

/** What the contents of a token show to be wrong with it, and the remedy; undefined if nothing. Never contains the token. */
export function tokenProblem(token: string, now: Date): string | undefined {
  if (/^["'].*["']$/.test(token)) return 'It stands in quotation marks: give it without them.';
  if (!isJwt(token))
    return 'It is no JWT, which is three parts with dots between them: was it cut off, or is it an opaque token?';
  const { exp, nbf } = readJwt(token).claims;
  const seconds = now.getTime() / 1_000;
  if (typeof exp === 'number' && exp <= seconds)
    return `It expired ${ago(seconds - exp)} ago: get a new one. TARGET_TOKEN_COMMAND or TARGET_TOKEN_SECRET renews it during a run.`;
  if (typeof nbf === 'number' && nbf > seconds)
    return `It becomes valid only in ${ago(nbf - seconds)}: wait, or correct the clock of this machine.`;
  return undefined;
}

/** A number of seconds in the largest unit that fits. */
export function ago(seconds: number): string {
  const units = [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
    [1, 'seconds'],
  ] as const;
  const [size, name] = units.find(([each]) => seconds >= each * 2) ?? ([1, 'seconds'] as const);
  return `${Math.round(seconds / size)} ${name}`;
}
