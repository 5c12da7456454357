/** Prints lines for the reader of a command. */
export function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
