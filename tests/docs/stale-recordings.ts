/** A block of the page that shows a command: what was typed, and what it said. */
export interface Shown {
  readonly typed: string;
  readonly said: string;
}

/** The blocks of the page that show commands, in their order. */
export function shownIn(page: string): Shown[] {
  return [...page.matchAll(/^```text\n\$ (.+)\n([\s\S]*?)^```$/gm)].map(([, typed = '', said = '']) => ({
    typed,
    said: said.trim(),
  }));
}

/** The blocks of a page that are not as they are in a new recording, with both texts. */
export function staleRecordings(page: string, recorded: string): (Shown & { readonly now: string })[] {
  const now = shownIn(recorded);
  return shownIn(page)
    .map((each, index) => ({ ...each, now: now[index]?.said ?? '' }))
    .filter(({ said, now: text }) =>
      retried.test(text)
        ? withoutRetries(said) !== withoutRetries(text)
        : withTotals(said) !== withTotals(text),
    );
}

/** Which other requests fail in the same way, up to the next line of the finding or the end of it. */
const alike = /^ {2}the same .*\n(?: {12}.*\n)*/gm;

/**
 * What does not depend on the machine. The first failing cases to end are repeated, so only their total is the same again;
 * and answers that a busy machine delays are asked for once more, so exchanges are not counted. Where something failed, a smaller
 * example is searched for as long as a bound of time allows, and each try is a case.
 */
function withTotals(said: string): string {
  const isSearched = /\b\d+ failed,/.test(said);
  const uncounted = said.replace(
    /[\d,]+ exchanges\sin\s([\d,]+)\scases/,
    isSearched ? '… exchanges in … cases' : '… exchanges in $1 cases',
  );
  return uncounted.replace(alike, (lines) => {
    const text = lines.replace(/\s+/g, ' ');
    const counts = [...text.matchAll(/\((\d+) of \d+\)/g)].map(([, count]) => Number(count));
    const names = text.replace(/^ the same with/, '').split(';');
    const sorted = names.map((each) => each.replace(/\(\d+ of \d+\)/, '').trim()).sort();
    return `the same with ${sorted.join('; ')}: ${counts.reduce((sum, each) => sum + each, 0)}\n`;
  });
}

/** Requests that a busy machine repeated: a warning, and nothing about the suite. */
const retried = /answered only on a\s+retry/;

/** What a run says apart from its retries, and the figures that depend on them. */
function withoutRetries(said: string): string {
  const [passed = 0, warned = 0] = ['passed', 'warned'].map((each) =>
    Number(new RegExp(`^(?:\\d+ \\w+, )*?(\\d+) ${each}`, 'm').exec(said)?.[1] ?? 0),
  );
  return withTotals(said)
    .replace(/^\d+ warnings?\n(?: {2}HTTP-STABLE · .*\n(?: {2}(?!\S+ · ).*\n)*)+\n/m, '')
    .replace(/^\d+ passed,(?: \d+ warned,)?/m, `${passed + warned} passed,`)
    .replace(/^\d+(?= observations)/m, '…')
    .replace(/\s+/g, ' ');
}
