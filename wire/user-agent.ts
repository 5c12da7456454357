import type { Client } from './clients.ts';
import { nameWriterOf } from './dress.ts';
import type { HeaderPair } from './exchange.ts';

/** The headers with this User-Agent in place of that of the client; in front of them if the client sends none. */
export function withUserAgent(
  headers: readonly HeaderPair[],
  userAgent: string,
  client: Client,
): readonly HeaderPair[] {
  const isUserAgent = ([name]: HeaderPair): boolean => name.toLowerCase() === 'user-agent';
  if (!headers.some(isUserAgent)) return [[nameWriterOf(client)('User-Agent'), userAgent], ...headers];
  return headers.map((pair): HeaderPair => (isUserAgent(pair) ? [pair[0], userAgent] : pair));
}
