import { changeAnswers, changeErrors, changeTexts } from './change-answers.ts';
import { readings } from './requests/readings.ts';
import { awkwardNames } from './success-form.ts';
import { everyOperation, type VariantRow, variantsOf } from './variant-row.ts';

function texts(title: string, change: (text: string) => string, quote: string = readings.textString): VariantRow {
  return { title, operations: ['generate-topology'], quote, apply: changeTexts(change) };
}

/** What error objects and the text of a 400 may contain (rulings 3, 4, 22 and 24). */
export const errorContentVariants = variantsOf(everyOperation, readings.context, {
  'required-error-fields-only': {
    title: 'Error objects have only the four required fields.',
    quote: readings.correlationId,
    apply: changeErrors(({ code, cause, context, errorCategory }) => ({
      code,
      cause,
      context,
      errorCategory,
    })),
  },
  'errors-have-more-fields': {
    title: 'Error objects have fields that the document does not name.',
    quote: readings.openObjects,
    apply: changeErrors((members) => ({
      ...members,
      title: 'Error',
      status: 400,
      errors: [{ pointer: '/', detail: null }],
      ...Object.fromEntries(awkwardNames.map((name) => [name, null])),
    })),
  },
  'errors-have-nulls': {
    title: 'Every field of the error object that is not required is null.',
    quote: readings.nullIsAbsent,
    apply: changeErrors((members) => ({
      ...members,
      correlationId: null,
      traceId: null,
      resources: null,
      grpcCodeValue: null,
      retryInfo: null,
      definiteAnswer: null,
    })),
  },
  'errors-have-every-field': {
    title: 'Every field of the error object is present, with an extreme value.',
    quote: readings.resources,
    apply: changeErrors((members) => ({
      ...members,
      correlationId: '',
      traceId: '0',
      resources: [
        ['PARTY', ''],
        ['', ''],
        ['PARTY', ''],
      ],
      grpcCodeValue: -2147483648,
      retryInfo: 'PT0.5S',
      definiteAnswer: true,
      errorCategory: 2147483647,
    })),
  },
  'errors-have-no-resources': {
    title: 'Error objects have an empty list of resources.',
    quote: readings.resources,
    apply: changeErrors((members) => ({ ...members, resources: [] })),
  },
  'errors-have-empty-context': {
    title: 'The context of errors is empty, and so are code and cause.',
    apply: changeErrors((members) => ({ ...members, context: {}, code: '', cause: '' })),
  },
  'errors-have-awkward-context': {
    title: 'The context of errors has names that are special in programming languages.',
    apply: changeErrors((members) => ({
      ...members,
      context: Object.fromEntries(awkwardNames.map((name) => [name, `${name}\u0000\n"\\`])),
    })),
  },
  'errors-have-large-context': {
    title: 'The context of errors has 300 entries, and the cause 20,000 characters.',
    apply: changeErrors((members) => ({
      ...members,
      cause: 'Řekni to znovu. '.repeat(1250),
      context: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [String(at), `entry ${at}`])),
    })),
  },
  'error-category-is-negative': {
    title: 'Error categories are negative, and so are gRPC codes.',
    quote: readings.errorIntegers,
    apply: changeErrors((members) => ({ ...members, errorCategory: -2147483648, grpcCodeValue: -1 })),
  },
  'errors-repeat-the-request': {
    title: 'The cause of an error repeats the body of the request.',
    quote: readings.correlationId,
    apply: changeErrors((members, call) => ({
      ...members,
      cause: `Refused: ${call.body.toString('utf8')}`,
    })),
  },
  'errors-repeat-the-credential': {
    title: 'The cause of an error repeats the headers of the request, with its credential.',
    quote: readings.textEmpty,
    apply: changeErrors((members, call) => ({ ...members, cause: JSON.stringify(call.headers) })),
  },
  'unauthenticated-without-challenge': {
    title: 'A 401 has no WWW-Authenticate header.',
    quote: readings.textEmpty,
    apply: changeAnswers((draft) => {
      const { 'WWW-Authenticate': challenge, ...headers } = draft.headers;
      return challenge === undefined ? undefined : { ...draft, headers };
    }),
  },
  'text-in-chinese': texts('The text of a 400 is Chinese.', () => '请求正文的值无效。'),
  'text-right-to-left': texts('The text of a 400 is Arabic.', () => '\u200fقيمة غير صالحة'),
  'text-of-one-letter': texts('The text of a 400 is one letter.', () => 'X'),
  'text-is-empty': texts('The text of a 400 is empty.', () => '', readings.textEmpty),
  'text-is-long': texts('The text of a 400 has 100,000 characters and line ends.', (text) => `${text}\r\n`.padEnd(100_000, 'because\n')),
  'text-looks-like-mark-up': texts('The text of a 400 looks like HTML.', (text) => `<!doctype html><title>400</title><p>${text}</p>`),
});
