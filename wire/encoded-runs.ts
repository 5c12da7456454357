/** 1 for the code of each character that base64, base64url or hex could produce. */
export const isEncoding = new Uint8Array(0x10000);
for (const each of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  isEncoding[each.charCodeAt(0)] = 1;

/**
 * The text with each run of characters replaced that base64, base64url or hex could produce, from `shortest` characters on.
 * Not a regular expression: on a long run, a repetition overflows its stack.
 */
export function replaceRuns(text: string, shortest: number, replaced: (run: string) => string): string {
  let done = '';
  let from = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isEncoding[text.charCodeAt(at)] === 1) continue;
    if (at - start >= shortest) {
      const run = text.slice(start, at);
      const shown = replaced(run);
      if (shown !== run) {
        done += text.slice(from, start) + shown;
        from = at;
      }
    }
    start = at + 1;
  }
  return from === 0 ? text : done + text.slice(from);
}
