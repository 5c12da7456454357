import { readObject } from '../../json/read-json.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** In which parts the requests of exchanges differ: members of their bodies, targets, or header fields. */
export function requestDifference(exchanges: readonly Exchange[]): string {
  const [one, other] = exchanges.map(({ request }) => request);
  if (one === undefined || other === undefined) return 'nothing';
  const [a, b] = [readObject(one.body), readObject(other.body)];
  const members = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].filter(
    (name) => JSON.stringify(a?.[name]) !== JSON.stringify(b?.[name]),
  );
  const isRewritten = members.length === 0 && !one.body.equals(other.body);
  const headers = namesOf(one.headers, other.headers);
  const parts = [
    ...(one.target === other.target ? [] : ['the target']),
    ...members,
    ...(isRewritten ? ['how the body is written'] : []),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(', ')}`]),
  ];
  return parts.length === 0 ? 'nothing: the requests are equal' : parts.join(', ');
}

/** Headers that differ, but for those that follow from the body. */
function namesOf(one: Exchange['request']['headers'], other: Exchange['request']['headers']): string[] {
  const [a, b] = [one, other].map(
    (pairs) => new Map(pairs.map(([name, value]) => [name.toLowerCase(), value])),
  );
  const names = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
  return [...names].filter((name) => name !== 'content-length' && a?.get(name) !== b?.get(name));
}
