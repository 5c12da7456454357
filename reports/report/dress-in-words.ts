import type { Report } from './report.ts';

/** As whom the requests of a run were sent, for people who ask whether the target could recognize them. */
export function dressInWords({ disguise, undisguised, userAgent }: Report['run']): string {
  const fixed = userAgent === undefined ? [] : [`User-Agent fixed to ${userAgent}`];
  if (disguise === true) return ['in the dress of ordinary clients', ...fixed].join(', ');
  return [
    'not disguised',
    ...(undisguised === undefined ? [] : [`reason given: ${undisguised}`]),
    ...fixed,
  ].join(', ');
}
