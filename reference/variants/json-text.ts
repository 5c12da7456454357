import { isObject } from '../rules/json-types.ts';
import { changeEncoded, renderJson } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

/** Each UTF-16 unit of each string as an escape (RFC 8259 section 7). */
function escaped(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const plain = String(JSON.parse(literal));
    const units = Array.from({ length: plain.length }, (_, at) => plain.charCodeAt(at));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  );
}

/** The first member is a different one each time. */
function rotated(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((each, at) => rotated(each, by + at));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, rotated(each, by)] as const);
  const first = entries.length === 0 ? 0 : by % entries.length;
  return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]);
}

/** The integers of the error object in another notation. */
function integersAs(write: (digits: string) => string): (value: unknown) => string | undefined {
  return (value) => {
    const text = JSON.stringify(value);
    const written = text.replace(/"(errorCategory|grpcCodeValue)":(-?\d+)/g, (_all, name: string, digits: string) => `"${name}":${write(digits)}`);
    return written === text ? undefined : written;
  };
}

/** The same JSON values in another notation (RFC 8259). */
export const jsonTextVariants = variantsOf(everyOperation, readings.oneJsonValue, {
  'json-is-indented': {
    title: 'JSON is written on several lines.',
    apply: renderJson((value) => JSON.stringify(value, null, 2)),
  },
  'json-in-white-space': {
    title: 'JSON is surrounded by tabs, spaces and line ends.',
    apply: renderJson((value) => `\r\n\t ${JSON.stringify(value, null, '\t')} \n\n`),
  },
  'json-is-escaped': {
    title: 'Every character of every name and string is an escape.',
    apply: renderJson((value) => escaped(JSON.stringify(value))),
  },
  'json-escapes-slashes': {
    title: 'Slashes in JSON are escaped.',
    apply: renderJson((value) => JSON.stringify(value).replaceAll('/', '\\/')),
  },
  'json-members-reversed': {
    title: 'The members of objects are in reverse order.',
    apply: renderJson((value) => JSON.stringify(reversed(value))),
  },
  'json-members-in-changing-order': {
    title: 'The members of objects are in another order in each answer.',
    apply: renderJson((value, call) => JSON.stringify(rotated(value, call.ordinal))),
  },
  'error-integers-with-fraction': {
    title: 'The integers of the error object are written with a fraction of zero, 8.0.',
    quote: readings.errorIntegers,
    apply: renderJson(integersAs((digits) => `${digits}.0`)),
  },
  'error-integers-with-exponent': {
    title: 'The integers of the error object are written with an exponent, 80e-1.',
    quote: readings.errorIntegers,
    apply: renderJson(integersAs((digits) => `${digits}0e-1`)),
  },
  'json-has-lone-surrogates': {
    title: 'An unknown field of objects contains escaped lone surrogates, which JSON allows.',
    apply: renderJson((value) => (isObject(value) ? JSON.stringify({ ...value, note: '\ud800 \udfff \u0000 \uffff' }) : undefined)),
  },
  'json-has-large-numbers': {
    title: 'Unknown fields contain numbers that do not fit a double.',
    quote: readings.openObjects,
    apply: renderJson((value) =>
      isObject(value) ? JSON.stringify({ ...value, note: [] }).replace(/"note":\[\]\}$/, '"note":[1e999,-0,123456789012345678901234567890]}') : undefined,
    ),
  },
  'json-ends-in-white-space': {
    title: 'Each JSON body has 64 KiB of spaces after it.',
    apply: changeEncoded((answer) => {
      if (!/json/i.test(answer.headers['Content-Type'] ?? '')) return undefined;
      const body = Buffer.concat([answer.body, Buffer.alloc(64 * 1024, ' ')]);
      return { ...answer, headers: { ...answer.headers, 'Content-Length': String(body.length) }, body };
    }),
  },
});
