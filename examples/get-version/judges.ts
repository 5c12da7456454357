import type { Exchange } from 'ledger-conformance';

/** Returns the problems of the responses as sentences; pure, so that recorded exchanges can be judged again. */
export type Judge = (exchanges: readonly Exchange[]) => readonly string[];

/** A judge for each MUST of requirements.json. */
export const judges: Readonly<Record<string, Judge>> = {
  'VER-SUCCESS': (exchanges) =>
    exchanges
      .filter((exchange) => exchange.answer?.status !== 200 || objectOf(exchange) === undefined)
      .map(({ answer }) => `Expected 200 with a JSON object, not ${answer?.status ?? 'no response'}.`),

  'VER-RES-VERSION': (exchanges) =>
    exchanges
      .map((exchange) => objectOf(exchange)?.version)
      .filter((version) => typeof version !== 'string' || !/^\d+(\.\d+)*([-+].+)?$/.test(version))
      .map((version) => `Expected a version such as 3.5.1, not ${JSON.stringify(version)}.`),

  'VER-SAME': (exchanges) => {
    const versions = new Set(exchanges.map((exchange) => objectOf(exchange)?.version));
    return versions.size <= 1 ? [] : [`Expected one version, not ${[...versions].join(' and ')}.`];
  },
};

function objectOf({ answer }: Exchange): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse((answer?.decoded ?? answer?.body)?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
