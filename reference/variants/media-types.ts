import { withMediaType } from '../faults/altered-draft.ts';
import { changeAnswers, changeEncoded } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

function jsonAs(id: string, mediaType: string): VariantRow {
  return {
    id,
    title: `JSON bodies are called ${mediaType}.`,
    quote: readings.jsonMedia,
    apply: changeAnswers((draft) =>
      draft.content.kind === 'json' ? withMediaType(draft, mediaType) : undefined,
    ),
  };
}

function textAs(id: string, mediaType: string): VariantRow {
  return {
    id,
    title: `The text of a 400 is called ${mediaType}.`,
    operations: ['generate-topology'],
    quote: readings.textMedia,
    apply: changeAnswers((draft) =>
      draft.content.kind === 'text' ? withMediaType(draft, mediaType) : undefined,
    ),
  };
}

/** How the two media types may be written (ruling 2). */
export const mediaTypeVariants = variantsOf([
  jsonAs('json-with-charset', 'application/json; charset=UTF-8'),
  jsonAs('json-in-upper-case', 'APPLICATION/JSON'),
  jsonAs('json-of-a-vendor', 'application/vnd.ledger+json'),
  jsonAs('json-of-a-vendor-in-mixed-case', 'Application/Vnd.Ledger.V2+JSON;version=2'),
  jsonAs('json-with-quoted-parameter', 'application/json ; profile="a;b, text/plain" ; charset="utf-8"'),
  jsonAs('json-with-empty-parameter', 'application/json;'),
  {
    id: 'errors-are-problems',
    title: 'Error objects are called application/problem+json.',
    quote: readings.jsonMedia,
    apply: changeAnswers((draft, _call, refusal) =>
      draft.content.kind === 'json' && refusal !== undefined
        ? withMediaType(draft, 'application/problem+json')
        : undefined,
    ),
  },
  textAs('text-without-charset', 'text/plain'),
  textAs('text-in-upper-case', 'TEXT/PLAIN; CHARSET=UTF-8'),
  textAs('text-with-parameters', 'text/plain;format=flowed;delsp=yes; charset="us-ascii"'),
  {
    id: 'text-is-latin-1',
    title: 'The text of a 400 is ISO-8859-1 and says so.',
    operations: ['generate-topology'],
    quote: readings.textMedia,
    apply: changeEncoded((answer) => {
      if (answer.headers['Content-Type']?.startsWith('text/plain') !== true) return undefined;
      const body = Buffer.from(`Ungültiger Wert. ${answer.body.toString('utf8')}`, 'latin1');
      const headers = {
        ...answer.headers,
        'Content-Type': 'text/plain; charset=ISO-8859-1',
        'Content-Length': String(body.length),
      };
      return { ...answer, headers, body };
    }),
  },
]);
