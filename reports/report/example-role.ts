import { attemptOf } from '../../journal/finding-source.ts';
import type { CaseLine } from '../../journal/journal-line.ts';

/** Which request of a case an exchange is: what is wrong with it, if anything. */
export function exampleRole(line: CaseLine, exchange: string): string {
  const { wrong, credential, name } = line;
  const role = attemptOf(line, exchange)?.role;
  if (role === 'control') return `a valid request, sent to compare with: ${name}`;
  if (role === 'page') return 'a valid request for a page';
  if (wrong !== 'valid')
    return `one thing is wrong: ${wrong.name}${credential === 'valid' ? '' : ', and the credential'}`;
  if (credential !== 'valid') return `only the credential is wrong: ${name}`;
  return `a valid request: ${name}`;
}
