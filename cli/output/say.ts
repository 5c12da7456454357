/** Prints lines on standard output: the result of a command. */
export function say(...lines: readonly string[]): void {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints lines on standard error: problems and progress. */
export function warn(...lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
}
