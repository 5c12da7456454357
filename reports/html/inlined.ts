/** Attributes that set the content of an element without escaping. */
interface Content {
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

const raw = (html: string): Content => ({ dangerouslySetInnerHTML: { __html: html } });

/** The only place where preact does not escape content; each entry says why that is safe. */
export const inlined = {
  /** Between tags only `&` and `<` need escaping; preact would write each quote as six characters. */
  text: (text: string): Content => raw(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  /**
   * Our own script or style sheet, which browsers read unescaped.
   * @throws Error if it contains its own end tag
   */
  source(source: string): Content {
    if (/<\/(script|style)|<!--/i.test(source))
      throw new Error('A script or style sheet may not hold its own end tag.');
    return raw(source);
  },
} as const;
