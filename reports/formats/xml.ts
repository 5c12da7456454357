/** Characters that XML 1.0 §2.2 does not allow, including lone surrogates. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text between tags. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>\r]/g, (character) => entities[character] ?? character);
}

/** An element with its attributes in order; undefined attributes are omitted. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${xmlAttribute(String(value))}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** White space is written as references, because parsers would normalize it to spaces. */
function xmlAttribute(text: string): string {
  return text
    .replace(forbidden, '')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character);
}
