import type { CaseLine } from '../../journal/case-line.ts';
import { commonText } from '../../journal/case-text.ts';
import { attemptOf } from '../../journal/finding-source.ts';
import { readObject } from '../../json/read-json.ts';
import type { Exchange } from '../../wire/exchange.ts';

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

/** In which parts the requests of exchanges differ: members of their bodies, targets, or header fields. */
export function requestDifference(exchanges: readonly Exchange[]): string {
  const [one, other] = exchanges.map(({ request }) => request);
  if (one === undefined || other === undefined) return 'nothing';
  const [a, b] = [readObject(one.body), readObject(other.body)];
  const members = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].filter(
    (name) => JSON.stringify(a?.[name]) !== JSON.stringify(b?.[name]),
  );
  const isRewritten = members.length === 0 && !one.body.equals(other.body);
  // But for those that follow from the body.
  const [own, others] = [one, other].map(
    ({ headers }) => new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
  );
  const names = [...new Set([...(own?.keys() ?? []), ...(others?.keys() ?? [])])];
  const headers = names.filter((name) => name !== 'content-length' && own?.get(name) !== others?.get(name));
  const parts = [
    ...(one.target === other.target ? [] : ['the target']),
    ...members,
    ...(isRewritten ? ['how the body is written'] : []),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(', ')}`]),
  ];
  return parts.length === 0 ? 'nothing: the requests are equal' : parts.join(', ');
}
