/** The text of --only; undefined without it. */
export function onlyAsked(): string | undefined {
  return process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
}

/** One of several equal parts, such as 2/3, where time is short; ends the process if it is none. */
export function partAsked(): readonly [part: number, parts: number] {
  const asked = process.argv.includes('--part') ? process.argv[process.argv.indexOf('--part') + 1] : '1/1';
  const [part = 0, parts = 0] =
    /^(\d+)\/(\d+)$/
      .exec(asked ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (part >= 1 && part <= parts) return [part, parts];
  console.error(`--part ${asked} is no part; give it as N/M, such as 2/3.`);
  process.exit(2);
}
