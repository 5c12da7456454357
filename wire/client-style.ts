import { bytesFrom, uuidOf } from '../generators/seeding.ts';
import type { Client } from './clients.ts';
import type { HeaderPair } from './exchange.ts';

/**
 * How a request is written to the connection: the body with its head or behind it, at once or in parts, and behind
 * `Expect: 100-continue` (RFC 9110 section 10.1.1), at once or when the server asks for it; or the head in parts.
 */
export const framings = [
  'length',
  'chunked',
  'two-writes',
  'many-writes',
  'behind-head',
  'expect-continue',
  'expect-and-wait',
  'head-in-parts',
] as const;

export type Framing = (typeof framings)[number];

/** Whether a request has the header Expect: one without a body must not (RFC 9110 section 10.1.1). */
export function expectsContinue(framing: Framing, body: Buffer): boolean {
  return body.length > 0 && (framing === 'expect-continue' || framing === 'expect-and-wait');
}

/** How a request is sent with exactly the head of its client, on a connection of its own unless it says otherwise. */
export interface Exact {
  readonly framing: Framing;
  /** Another value of Connection than that of the client. */
  readonly connection?: 'close';
  /** On a connection that the requests of this client share. */
  readonly isKept?: true;
}

/** As which client a request is sent (ruling 39). */
export interface ClientStyle {
  readonly client: Client;
  /** What drawn values are derived from. */
  readonly key: string;
  /** What values that all requests of a run share are derived from. */
  readonly run: string;
  /** Sent with the head exactly as the client writes it; otherwise as the suite sends it, over a kept connection. */
  readonly exact?: Exact;
}

const written: Readonly<Record<Client['names'], (name: string) => string>> = {
  capitalised: (name) => name,
  'lower-case': (name) => name.toLowerCase(),
  'upper-case': (name) => name.toUpperCase(),
};

/** Writes the name of a header as a client does. */
export function nameWriterOf({ names }: Client): (name: string) => string {
  return written[names];
}

/** The headers of a request, with those of the client around them. A header that the request has itself stays alone. */
export function withClientHeaders(
  own: readonly HeaderPair[],
  { client, key, run }: ClientStyle,
): HeaderPair[] {
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const { front, behind, randomBytes } = partsOf(client);
  const random = bytesFrom(['headers', key], randomBytes + siteBytes);
  const site = random.subarray(randomBytes).toString('hex');
  let used = 0;
  const taken = (bytes: number): Buffer => {
    used += bytes;
    return random.subarray(used - bytes, used);
  };
  const added = (pairs: readonly TemplatePair[]): HeaderPair[] =>
    pairs
      .filter(({ lowerName }) => !names.has(lowerName))
      .map(({ name, template }) => [
        name,
        template.map((part) => writtenPart(part, taken, { site, run })).join(''),
      ]);
  const nameOf = nameWriterOf(client);
  return [
    ...added(front),
    ...own.map(([name, value]): HeaderPair => [nameOf(name), value]),
    ...added(behind),
  ];
}

/** How many bytes the name of the site has that a request comes from: the same in all of its headers. */
const siteBytes = 4;

/** A piece of a header value: text, or what is drawn for each request or for the run, with its length in digits. */
type Part = string | { readonly kind: string; readonly digits: number; readonly isShared: boolean };

interface TemplatePair {
  readonly name: string;
  readonly lowerName: string;
  readonly template: readonly Part[];
}

const parsedBefore = new Map<Client, ReturnType<typeof parsedHeaders>>();

/** The headers of a client, parsed, and how many random bytes they need. */
function partsOf(client: Client): ReturnType<typeof parsedHeaders> {
  const made = parsedBefore.get(client) ?? parsedHeaders(client);
  parsedBefore.set(client, made);
  return made;
}

function parsedHeaders(client: Client) {
  const pairsOf = (pairs: readonly HeaderPair[]): TemplatePair[] =>
    pairs.map(([name, value]) => ({ name, lowerName: name.toLowerCase(), template: parsed(value) }));
  const [front, behind] = [pairsOf(client.front), pairsOf(client.behind)];
  const drawn = [...front, ...behind].flatMap(({ template }) => template);
  const randomBytes = drawn.reduce(
    (sum, part) => sum + (typeof part === 'string' || part.isShared ? 0 : bytesOf(part)),
    0,
  );
  return { front, behind, randomBytes };
}

function parsed(value: string): Part[] {
  return value.split(/(\$(?:run-)?(?:uuid|digits|site|(?:hex|text)\d+))/).map((part): Part => {
    if (!part.startsWith('$')) return part;
    if (part === '$site') return { kind: 'site', digits: 0, isShared: false };
    const isShared = part.startsWith('$run-');
    if (part.endsWith('uuid')) return { kind: 'uuid', digits: 32, isShared };
    return part.endsWith('digits')
      ? { kind: 'digits', digits: 8, isShared }
      : { kind: 'hex', digits: Number(part.replace(/\D/g, '')), isShared };
  });
}

const bytesOf = ({ digits }: Exclude<Part, string>): number => Math.ceil(digits / 2);

/** @param site the name of the site that a request comes from */
function writtenPart(
  part: Part,
  taken: (bytes: number) => Buffer,
  { site, run }: { readonly site: string; readonly run: string },
): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'site') return site;
  const count = bytesOf(part);
  const bytes = part.isShared ? bytesFrom(['shared', run], count) : taken(count);
  if (part.kind === 'uuid') return uuidFromBytes(bytes);
  return part.kind === 'digits' ? String(bytes.readUInt32BE(0)) : bytes.toString('hex').slice(0, part.digits);
}

function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return uuidOf(hex.slice(0, 12) + hex.slice(13, 16) + hex.slice(17), variant);
}
