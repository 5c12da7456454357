/** `valid`: the same JSON value, written differently. `open`: the response is observed (ruling 12). */
export type RawBody = { name: string; bytes: Buffer; verdict: 'refuse' | 'open' | 'valid' };
