/** What a finding expected, without the quote if that is already shown next to it. */
export function withoutQuote(expected: string, quote: string): string {
  return expected.replace(` (“${quote}”)`, '');
}
