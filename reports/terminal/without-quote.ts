/** What a finding expected, without the words of the document where they are shown beside it already. */
export function withoutQuote(expected: string, quote: string): string {
  return expected.replace(` (“${quote}”)`, '');
}
