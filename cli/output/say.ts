/** Prints lines on standard output: what a command was asked for. */
export function say(...lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints lines on standard error: what goes wrong, and progress. */
export function warn(...lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
}
