import { withMediaType } from '../faults/altered-draft.ts';
import { changeAnswers, changeEncoded } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

function jsonAs(mediaType: string): VariantRow {
  return {
    title: `JSON bodies have the Content-Type ${mediaType}.`,
    apply: changeAnswers((draft) => (draft.content.kind === 'json' ? withMediaType(draft, mediaType) : undefined)),
  };
}

function textAs(mediaType: string): VariantRow {
  return {
    title: `The text of a 400 has the Content-Type ${mediaType}.`,
    operations: ['generate-topology'],
    quote: readings.textMedia,
    apply: changeAnswers((draft) => (draft.content.kind === 'text' ? withMediaType(draft, mediaType) : undefined)),
  };
}

/** How the two media types may be written (ruling 2). */
export const mediaTypeVariants = variantsOf(everyOperation, readings.jsonMedia, {
  'json-with-charset': jsonAs('application/json; charset=UTF-8'),
  'json-in-upper-case': jsonAs('APPLICATION/JSON'),
  'json-of-a-vendor': jsonAs('application/vnd.ledger+json'),
  'json-of-a-vendor-in-mixed-case': jsonAs('Application/Vnd.Ledger.V2+JSON;version=2'),
  'json-with-quoted-parameter': jsonAs('application/json ; profile="a;b, text/plain" ; charset="utf-8"'),
  'json-with-empty-parameter': jsonAs('application/json;'),
  'errors-are-problems': {
    title: 'Error objects have the media type application/problem+json.',
    apply: changeAnswers((draft, _call, refusal) =>
      draft.content.kind === 'json' && refusal !== undefined ? withMediaType(draft, 'application/problem+json') : undefined,
    ),
  },
  'text-without-charset': textAs('text/plain'),
  'text-in-upper-case': textAs('TEXT/PLAIN; CHARSET=UTF-8'),
  'text-with-parameters': textAs('text/plain;format=flowed;delsp=yes; charset="us-ascii"'),
  'text-is-latin-1': {
    title: 'The text of a 400 is ISO-8859-1, as its charset declares.',
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
});
