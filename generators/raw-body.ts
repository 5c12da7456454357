/** `valid`: the same JSON value, written otherwise. `open`: how the target takes it is observed (ruling 12). */
export type RawBody = { name: string; bytes: Buffer; verdict: 'refuse' | 'open' | 'valid' };
