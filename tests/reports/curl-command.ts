import { curlLines } from '../../reports/formats/curl.ts';
import type { Exchange } from '../../wire/exchange.ts';

/** The command that sends a request again, on one line. */
export function curlCommand(exchange: Exchange, baseUrl: string): string {
  return (curlLines([exchange], baseUrl) ?? [])
    .map((line, index) => line.replace(/ \\$/, '').slice(index === 0 ? 0 : 2))
    .join(' ');
}
