import type { Breach } from './breaches.ts';
import type { Row } from './row.ts';

/** A markdown table of servers with their breaches: how many a standard run reports, and how many it misses. */
export function table(rows: readonly Row[], withoutHead = false): string {
  const head = [
    '| server | framework | verdict of `standard` | leniencies | reported | missed | other breaches | reported | missed |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  return [...(withoutHead ? [] : head), ...rows.map(rowOf)].join('\n');
}

function rowOf({ server, compared, verdict }: Row): string {
  const count = (some: readonly Breach[], type: Breach['type']): number =>
    some.filter((each) => each.type === type).length;
  const cells = (['leniency', 'form'] as const).flatMap((type) => {
    const [reported, missed] = [count(compared.reported, type), count(compared.missed, type)];
    return [reported + missed, reported, missed];
  });
  return `| ${[server.name, server.framework, verdict, ...cells].join(' | ')} |`;
}

/** What the rulings leave open and servers treat differently: candidates for a ruling. */
export function disagreements(rows: readonly Row[]): string {
  const places = new Set(rows.flatMap(({ probed }) => [...probed.open.keys()]));
  const lines = [...places].sort().flatMap((place) => {
    const accepting = rows.filter(({ probed }) => (probed.open.get(place)?.accepted ?? 0) > 0);
    const rejecting = rows.filter(({ probed }) => (probed.open.get(place)?.rejected ?? 0) > 0);
    if (accepting.length === 0 || rejecting.length === 0) return [];
    const names = (some: readonly Row[]): string => some.map(({ server }) => server.name).join(', ');
    return [`- ${place}: accepted by ${names(accepting)}; rejected by ${names(rejecting)}`];
  });
  return ['# Left open, and treated differently', '', ...lines].join('\n');
}
