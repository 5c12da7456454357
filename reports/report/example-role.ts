import type { CaseLine } from '../../journal/case-line.ts';
import { attemptOf } from '../../journal/finding-source.ts';
import { commonText } from '../../session/case-text.ts';

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

/** The same in a few words, for a list of requests. */
export function exampleName(line: CaseLine, exchange: string): string {
  const { wrong, credential, kind } = line;
  if (attemptOf(line, exchange)?.role === 'control') return 'valid';
  if (wrong !== 'valid') return commonText(wrong.kind, wrong.pointer);
  return credential === 'valid' ? 'valid' : commonText(kind, '');
}
