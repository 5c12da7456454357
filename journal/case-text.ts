import { leniencyOf } from '../generators/leniencies/catalogue.ts';
import { segments } from '../json/json-pointer.ts';
import type { Chain } from './record.ts';

/** What a case is, as data. Its text is generated only here, and no logic depends on it. */
export interface CaseKind {
  readonly kind: string;
  /** Distinguishes cases of the same kind: hyphenated words, or text that is used unchanged. */
  readonly detail?: string;
  /** How it was sent, for example `mixed-traffic`. */
  readonly context?: readonly string[];
}

/** Texts of kinds whose name is not enough; `{detail}` and `{field}` (the location in the body) are substituted. */
const texts: Readonly<Record<string, string>> = {
  missing: '{field} missing',
  'two-fields-missing': '{field} missing, {detail}',
  'two-wrong-types': '{field} and {detail} of other types',
  null: '{field} = null',
  empty: '{field} empty',
  'wrong-type': '{field} = {detail}',
  'out-of-bounds': '{field} = {detail}',
  fraction: '{field} = {detail}',
  'integral-float': '{field} = {detail}',
  'unknown-name': '{field} = {detail}',
  'no-ledger-string': '{field} with {detail}',
  'other-variant': '{field} as {detail}',
  'other-scheme': '{field} as {detail}',
  'full-stop': '{field} with a full stop',
  'naughty-string': '{field} = {detail}',
  'deeply-nested': '{field} = {detail} of thousands of levels',
  'member-named-proto': 'member named __proto__',
  'other-content-type': 'Content-Type {detail}',
  header: '{detail}',
  'http-version': 'HTTP/{detail}',
  'websocket-handshake': 'WebSocket handshake',
  smallest: 'the smallest that fails',
  'shrunk-batch': 'in a batch',
  'mixed-traffic': 'in mixed traffic',
  soak: 'in a soak',
  alone: 'and alone',
};

/** Texts of kinds that the catalogue of leniencies has, by area. */
const areaTexts: Readonly<Record<string, string>> = {
  value: '{field} = {detail}',
  'member-name': '{field} named {detail}',
};

/** Words with capital letters. */
const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  'API ASCII Authorization Bearer Basic GET JSON JWT NaN NUL UTF UUID XML YAML Accept Ed25519 X.509 P-256 BER PEM'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** The words of a kind or detail; text that is not hyphenated words is returned unchanged. */
function words(text: string): string {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)) return text;
  const known = texts[text];
  if (known !== undefined && !known.includes('{')) return known;
  return text
    .split('-')
    .map((word) => capitals[word] ?? word)
    .join(' ')
    .replace(/\bUTF (8|16|32)\b/g, 'UTF-$1');
}

/** Converts `/publicKey/keyData` to the readable form `publicKey.keyData`, with indexes in brackets. */
function dotted(pointer: string): string {
  return segments(pointer)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Describes what is wrong with a request, or which valid request it is. */
export function kindText({ kind, detail }: CaseKind, pointer = ''): string {
  const told = detail === undefined ? '' : words(detail);
  const template = texts[kind] ?? areaTexts[leniencyOf(kind)?.area ?? ''];
  if (template === undefined) return told === '' ? words(kind) : `${words(kind)}: ${told}`;
  return template
    .replace('{field}', () => dotted(pointer))
    .replace('{detail}', () => told)
    .trim();
}

/** What cases of one kind at one place have in common, whatever their detail, such as `partyHint: wrong type`. */
export function commonText(kind: string, pointer: string): string {
  const template = texts[kind] ?? areaTexts[leniencyOf(kind)?.area ?? ''];
  const field = dotted(pointer);
  if (
    template !== undefined &&
    !template.includes('{detail}') &&
    (field !== '' || !template.includes('{field}'))
  )
    return kindText({ kind }, pointer);
  return field === '' || template === undefined ? words(kind) : `${field}: ${words(kind)}`;
}

/** The display name of a case. */
export function caseText(each: CaseKind, pointer = ''): string {
  return [kindText(each, pointer), ...(each.context ?? []).map(words)].join(', ');
}

/** Describes each kind of chain: text before or after its size. */
const chainTexts: Readonly<Record<Chain['kind'], { readonly front?: string; readonly behind?: string }>> = {
  before: { front: 'before' },
  after: { front: 'after' },
  walk: {},
  'api-key': { behind: 'under the API key' },
  'token-first': { behind: 'after the token' },
  'empty-token': { front: 'empty token' },
  interleaved: { front: 'drawn' },
  smallest: { front: 'drawn, the smallest that fails:' },
};

const schemeTexts: Readonly<Record<NonNullable<Chain['scheme']>, string>> = {
  bearer: 'as bearer token',
  'api-key': 'under the API key',
  'in-turn': 'under both schemes in turn',
  renewed: 'with another token in turn',
};

const encodingTexts: Readonly<Record<NonNullable<Chain['encoding']>, string>> = {
  raw: 'token encoded as little as possible',
  'lower-case': 'token encoded in lower case',
  'every-byte': 'token encoded throughout',
  'every-byte-lower-case': 'token encoded throughout in lower case',
};

/** The display name of a chain of pages. */
export function chainText(chain: Chain): string {
  const { kind, size, round, behind: before, walk, place, of, drawn, askedAgain, repetition } = chain;
  const { laterSizes, scheme, tokenFirst, encoding } = chain;
  const { front, behind } = chainTexts[kind];
  const listing = kind === 'before' || kind === 'after';
  const parts = [
    [front, walk, drawn].filter((each) => each !== undefined).join(' '),
    place === undefined ? '' : `chain ${place} of ${of}`,
    size === undefined || listing ? '' : `size ${size}`,
    laterSizes === undefined ? '' : `then ${laterSizes.map((later) => later ?? 'no size').join(' and ')}`,
    behind ?? '',
    tokenFirst === undefined ? '' : 'after the token',
    scheme === undefined ? '' : schemeTexts[scheme],
    encoding === undefined ? '' : encodingTexts[encoding],
    before === undefined ? '' : `behind ${before}`,
    round === undefined ? '' : `round ${round}`,
  ].filter((each) => each !== '');
  const told =
    kind === 'walk' && size === undefined && drawn === undefined ? ['the default size', ...parts] : parts;
  const name = `${told.join(', ')}${repetition === undefined ? '' : ` again ${repetition}`}`;
  return askedAgain === true ? `asked again: ${name}` : name;
}
