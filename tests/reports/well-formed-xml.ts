/** An element as a strict reader sees it. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The text directly inside, references replaced. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

const token =
  /<\?xml [^>]*\?>|<!--(?<comment>[\s\S]*?)-->|<\/(?<end>[\w-]+)\s*>|<(?<start>[\w-]+)(?<attributes>(?:\s+[\w-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;

/** Reads XML of the kind that reports have, and throws at whatever XML 1.0 forbids in it. */
export function readXml(xml: string): XmlNode {
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(xml))
    throw new Error('A forbidden character.');
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack: Open[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const groups = token.exec(xml)?.groups;
    if (groups === undefined) throw new Error(`No XML at ${at}: ${xml.slice(at, at + 40)}`);
    take(stack, groups);
  }
  const [only, ...more] = root.children;
  if (stack.length !== 1 || only === undefined || more.length > 0 || root.text.trim() !== '')
    throw new Error('Not one element.');
  return only;
}

function take(stack: Open[], groups: Readonly<Record<string, string | undefined>>): void {
  const open = stack.at(-1);
  if (open === undefined) throw new Error('Text behind the root.');
  if (groups.comment?.includes('--')) throw new Error('Two hyphens in a comment.');
  if (groups.text !== undefined) open.text += replaced(groups.text);
  if (groups.start !== undefined) {
    const element: Open = {
      name: groups.start,
      attributes: attributesOf(groups.attributes ?? ''),
      children: [],
      text: '',
    };
    open.children.push(element);
    if (groups.empty !== '/') stack.push(element);
  }
  if (groups.end !== undefined) {
    if (open.name !== groups.end) throw new Error(`</${groups.end}> closes <${open.name}>.`);
    stack.pop();
  }
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`The attribute ${name} stands twice.`);
    attributes[name] = replaced(value.replace(/[\t\n\r]/g, ' '));
  }
  return attributes;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function replaced(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text.');
  return text.replace(/&(?:#(\d+);|(\w+);)?/g, (whole, number?: string, name?: string) => {
    const value = number === undefined ? named[name ?? ''] : String.fromCodePoint(Number(number));
    if (value === undefined) throw new Error(`${whole} is no reference.`);
    return value;
  });
}
