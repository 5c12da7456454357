import { isObject, jsonValue } from '../json/read-json.ts';
import { type Path, pathsIn, pointerOf, textsAround, valueAt } from './json-path.ts';
import { filled, type Parts, shown } from './leniencies/template.ts';
import type { BodyKeyword, RawBody } from './raw-body.ts';
import { drawnIndex, isInSample, type Sampling } from './sampling.ts';

/**
 * What is written in the place of a member or an element and of what follows it. `$name` its name with the colon; for
 * members alone, `$label` the name with its quotation marks and `$word` without · `$value` · `$string` the content of a
 * string, `$number` · `$array`, `$object` such a value without its last bracket · `$count`, `$flag` nothing, for a number and a boolean · `$end` the comma or bracket
 * behind it · `$gap` nothing, where a comma is behind · `$close` the bracket, where one is. Kinds have the names of
 * leniencies, which readers have in front of a member that they know and not in one that they skip, or the other way round.
 */
const kinds: readonly (readonly [kind: string, templates: readonly string[], keyword?: BodyKeyword])[] = [
  ['missing-separator', ['$name$value$gap', '$name$value $gap', '$name$value\n$gap']],
  ['missing-separator', ['$label $value$end', '$label$value$end']],
  ['semicolon-for-comma', ['$name$value;$gap']],
  ['equals-for-colon', ['$label=$value$end', '$label=>$value$end']],
  ['other-separators', ['$label::$value$end', '$label,$value$end', '$name$value:$gap', '$name$value.$gap']],
  ['empty-place', ['$name$value,,$gap', '$name$end', ',$name$value$end']],
  ['trailing-comma', ['$name$value,$close']],
  ['comment-inside-a-value', ['$name/**/$value$end', '$name$value//\n$end', '$name$value/**/$end']],
  ['white-space-of-unicode', ['$name\u00a0$value$end', '$name$value\f$end', '$name$value\ufeff$end']],
  ['nul-behind-a-value', ['$name$value\u0000$end']],
  ['nul-in-front-of-a-value', ['$name\u0000$value$end', '\u0000$name$value$end']],
  ['text-behind-a-value', ['$name$valuex$end', '$name$value 1$end', '$name$valuenull$end']],
  ['quotation-mark-behind-a-value', ['$name$value"$end', '$name$value""$end']],
  ['bracket-behind-a-value', ['$name$value}$end', '$name$value]$end']],
  ['other-bracket', ['$name$array}$end', '$name$object]$end']],
  ['missing-bracket', ['$name$array$end', '$name$object$end']],
  ['single-quotes', ["'$word':$value$end"]],
  ['single-quoted-string', ["$name'$string'$end"]],
  ['unquoted-name', ['$word:$value$end', ':$value$end', '7:$value$end', 'null:$value$end']],
  ['unquoted-text', ['$name$string$end']],
  ['odd-characters-in-unquoted-text', ['$name/**/$string$end']],
  [
    'odd-characters-in-unquoted-text',
    ['($string)', '<$string>', '`$string`'].map((text) => `$name${text}$end`),
  ],
  ['tuple-or-variant', ['$name($value)$end', '$name<$value>$end']],
  ['unterminated-string', ['$name"$string$end', '"$word:$value$end']],
  ['literal-in-other-case', ['True', 'FALSE', 'tru', 'truex'].map((text) => `$flag$name${text}$end`)],
  ['nan', ['$count$nameNaN$end', '$count$name-Infinity$end']],
  ['number-with-plus-sign', ['$name+$number$end', '$name--$number$end']],
  ['number-with-leading-zero', ['$name0$number$end', '$name-0$number$end', '$name00$number$end']],
  ['number-with-bare-point', ['$name$number.$end', '$name.$number$end']],
  ['number-in-another-base', ['$name0x$number$end', '$name0b$number$end']],
  ['number-with-a-suffix', ['d', 'L', 'e', '_0'].map((suffix) => `$name$number${suffix}$end`)],
  ['number-with-a-suffix', ['$name$numbere+$end', '$name$numberE-$end']],
  ['unknown-escape', ['$name"$string\\x"$end', '$name"\\a$string"$end']],
  ['unknown-escape', ['"\\$word":$value$end']],
  ['raw-control-character', ['"$word\u0000":$value$end', '"$word\t":$value$end']],
  ['lone-surrogate', ['$name"$string\\ud83d"$end', '$name"\\udd11$string"$end'], 'lone-surrogate'],
  ['byte-that-is-no-utf-8', ['$name"$string\u00ff"$end', '$name"\u00ff$string"$end'], 'invalid-utf8'],
  ['member-twice', ['$label:$value,$label:$value$end'], 'duplicate-member'],
  ['member-in-front', ['"extra":1,$label:$value$end', '"":null,$label:$value$end'], 'unknown-member'],
];

/** A member that nobody reads, and which a target may reject, so that it is not beside oddities in others. */
const unread = { extra: { extra: ['text', 7, true] } };

/** A kind with few texts has all of them sent, others one in each place. */
const fewTexts = 8;

function partsOf(value: unknown, name: string | number | undefined, end: string): Parts {
  const text = JSON.stringify(value);
  const isMember = typeof name === 'string';
  return {
    name: isMember ? `${JSON.stringify(name)}:` : '',
    label: isMember ? JSON.stringify(name) : undefined,
    word: isMember ? name : undefined,
    value: text,
    string: typeof value === 'string' && value !== '' ? text.slice(1, -1) : undefined,
    number: typeof value === 'number' ? text : undefined,
    count: typeof value === 'number' ? '' : undefined,
    flag: typeof value === 'boolean' ? '' : undefined,
    array: Array.isArray(value) ? text.slice(0, -1) : undefined,
    object: isObject(value) ? text.slice(0, -1) : undefined,
    end,
    gap: end === ',' ? '' : undefined,
    close: end === ',' ? undefined : end,
  };
}

/** The body with a member or an element as a template says, at each of the places that has the parts of one. */
function madeAt(
  value: object,
  paths: readonly Path[],
  templates: readonly string[],
  isWanted: (text: string) => boolean,
) {
  return paths.map((path) => {
    const [front = '', behind = ''] = textsAround(value, path);
    const parts = partsOf(valueAt(value, path), path.at(-1), behind.charAt(0));
    const names = Object.fromEntries(Object.keys(parts).map((name) => [name, `<${name}>`]));
    const before = front.slice(0, front.length - (parts.name?.length ?? 0));
    return templates.flatMap((template) => {
      const member = filled(template, parts);
      const text = `${before}${member}${behind.slice(1)}`;
      const detail = `${pointerOf(path)} as ${shown(filled(template, names) ?? '', { none: undefined })}`;
      return member === undefined || !isWanted(text) ? [] : [{ detail, text }];
    });
  });
}

/**
 * Bodies of these keywords with one oddity in, in front of or behind a member or an element, at any depth, in documented members and in one
 * that nobody reads: those that are no JSON (ruling 28), and those of which ruling 12 leaves open how they are read.
 */
export function malformedMembers(
  value: object,
  sampling: Sampling,
  keywords: readonly BodyKeyword[],
): RawBody[] {
  const bodies = [
    { body: value, paths: pathsIn(value) },
    { body: { ...unread, ...value }, paths: pathsIn(unread) },
  ];
  return kinds.flatMap(([kind, templates, keyword = 'json']) => {
    if (!keywords.includes(keyword)) return [];
    const isWanted = (text: string): boolean => keyword !== 'json' || jsonValue(text) === undefined;
    const turn = drawnIndex(sampling, templates.length, kind);
    return bodies.flatMap(({ body, paths }) => {
      const places = madeAt(body, paths, templates, isWanted);
      const isFew = sampling.amount === 'all' || places.flat().length <= fewTexts;
      return places
        .flatMap((made, at) => made.filter((_, index) => isFew || index === (at + turn) % made.length))
        .filter(({ detail }) => isInSample(sampling, kind, detail))
        .map(({ detail, text }) => ({ kind, detail, keyword, bytes: encoded(text, keyword) }));
    });
  });
}

/** The text in UTF-8, but for one character that becomes a byte alone. */
function encoded(text: string, keyword: BodyKeyword): Buffer {
  const bytes = Buffer.from(text);
  if (keyword !== 'invalid-utf8') return bytes;
  return Buffer.from(bytes.toString('latin1').replace('\u00c3\u00bf', '\u00ff'), 'latin1');
}
