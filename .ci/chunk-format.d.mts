/** A chunk as the bundler wrote it, as a module that can be read as a function. */
export function asChunk(code: string): string;

/** An entry as the bundler wrote it, which imports its chunks as functions with what `loader` exports. */
export function asEntry(code: string, loader: string): string;
