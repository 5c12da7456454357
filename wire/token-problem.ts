import { readJwt } from '../generators/jwt.ts';
import { isJwt } from './token.ts';

/** What the contents of a token show to be wrong with it, and the remedy; undefined if nothing. Never contains the token. */
export function tokenProblem(token: string, now: Date): string | undefined {
  if (/^["'].*["']$/.test(token)) return 'It is in quotation marks: remove them.';
  if (!isJwt(token))
    return 'It is not a JWT, which has three parts separated by dots: is it truncated, or an opaque token?';
  const { exp, nbf } = readJwt(token).claims;
  const seconds = now.getTime() / 1_000;
  if (typeof exp === 'number' && exp <= seconds)
    return `It expired ${ago(seconds - exp)} ago: get a new one. TARGET_TOKEN_COMMAND or TARGET_TOKEN_SECRET renews it during a run.`;
  if (typeof nbf === 'number' && nbf > seconds)
    return `It is not valid for another ${ago(nbf - seconds)}: wait, or correct the clock of this machine.`;
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
