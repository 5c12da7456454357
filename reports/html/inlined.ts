/** Attributes that give an element its content as it stands. */
interface Content {
  readonly dangerouslySetInnerHTML: { readonly __html: string };
}

const raw = (html: string): Content => ({ dangerouslySetInnerHTML: { __html: html } });

/** The only place where content is not escaped by preact: each of these says why it needs no more. */
export const inlined = {
  /** Text between tags: `&` and `<` are all that means something there. preact would write each quote in six characters. */
  text: (text: string): Content => raw(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  /**
   * Our own script or style sheet, which browsers take as it stands.
   * @throws Error where it would end its own element
   */
  source(source: string): Content {
    if (/<\/(script|style)|<!--/i.test(source))
      throw new Error('A script or style sheet may not hold its own end tag.');
    return raw(source);
  },
} as const;
