import { type Operation, operations } from '../../schemas/openapi.ts';
import type { RecordedExchange, Recording } from './reading/recorded-exchange.ts';
import { recordedOf } from './recorded-operations.ts';

const stems = Object.keys(operations) as Operation[];

/** Names that recordings give the operations. */
const byName: Readonly<Record<string, Operation>> = Object.fromEntries(
  stems.flatMap((stem) => [stem, ...[recordedOf(stem).alias ?? []].flat()].map((name) => [name, stem])),
);

/** The path of a target, unchanged: without query, scheme and host (absolute form, RFC 9112 §3.2.2). */
export function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
}

/** The path as a server may normalise it: decoded, without dot segments and trailing slashes. */
function normalised(path: string): string {
  try {
    return new URL(decodeURIComponent(path).replace(/^\/+/, '/'), 'http://host').pathname.replace(
      /(?<!\/)\/+$/,
      '',
    );
  } catch {
    return path;
  }
}

/**
 * The operation of a record: by its name in the record, otherwise by its path, whatever the method. Undefined if it is
 * none of the interface.
 */
export function operationOf(record: RecordedExchange, prefix: string): Operation | undefined {
  const named = Object.hasOwn(byName, record.op) ? byName[record.op] : undefined;
  if (named !== undefined) return named;
  const path = normalised(pathOf(record.exchange.request.target));
  return stems.find((stem) => path === `${prefix}${operations[stem].path}`);
}

/** The most common path prefix before the documented paths, for a base URL with a path. */
export function prefixOf(recording: Recording): string {
  const counts = new Map<string, number>();
  for (const { exchange } of recording) {
    const path = pathOf(exchange.request.target);
    const stem = stems.find((each) => path.endsWith(operations[each].path));
    if (stem === undefined) continue;
    const prefix = path.slice(0, -operations[stem].path.length);
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}
