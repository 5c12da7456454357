import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { changeEncoded } from './change-answers.ts';
import { changeDelivery } from './change-delivery.ts';
import { readings } from './requests/readings.ts';
import { type VariantRow, variantsOf } from './variant-row.ts';

function html(status: number, title: string): Answer {
  const body = Buffer.from(`<!doctype html><title>${status} ${title}</title>`);
  return { status, headers: { 'Content-Type': 'text/html', 'Content-Length': String(body.length) }, body };
}

function nothing(status: number): Answer {
  return { status, headers: { 'Content-Length': '0' }, body: Buffer.alloc(0) };
}

const isUnknownPath = ({ operation, target }: Call): boolean =>
  operation === undefined &&
  !/\/v2\/(users|parties\/external\/generate-topology|interactive-submission\/execute)(\?|$)/.test(target);
const isOtherMethod = (call: Call): boolean => call.operation === undefined && !isUnknownPath(call);
const isLarge = ({ body, target, headers }: Call): boolean =>
  body.length > 64 * 1024 || target.length > 2000 || JSON.stringify(headers).length > 8 * 1024;
const excludes = ({ headers: { accept = '*/*' } }: Call): boolean => !/\*\/\*|json|text\/plain/.test(accept);

function answered(id: string, title: string, isMeant: (call: Call) => boolean, answer: Answer): VariantRow {
  return {
    id,
    title,
    quote: readings.observedHttp,
    apply: changeEncoded((_answer, call) => (isMeant(call) ? answer : undefined)),
  };
}

/** Requests whose responses are only observed (ruling 23). */
export const oddHttpVariants = variantsOf([
  answered(
    'unknown-paths-are-html',
    'Unknown paths are answered 404 with HTML.',
    isUnknownPath,
    html(404, 'Not Found'),
  ),
  answered(
    'unknown-paths-succeed',
    'Unknown paths are answered 200 with HTML.',
    isUnknownPath,
    html(200, 'Welcome'),
  ),
  answered(
    'unknown-paths-redirect',
    'Unknown paths are answered 302 without a body.',
    isUnknownPath,
    nothing(302),
  ),
  answered(
    'other-methods-are-empty',
    'Other methods are answered 405 without a body.',
    isOtherMethod,
    nothing(405),
  ),
  answered('other-methods-are-204', 'Other methods are answered 204.', isOtherMethod, nothing(204)),
  answered(
    'large-requests-are-html',
    'Large bodies, targets and headers are answered 413 with HTML.',
    isLarge,
    html(413, 'Too Large'),
  ),
  answered(
    'foreign-accept-is-406',
    'An Accept that excludes JSON is answered 406 with HTML.',
    excludes,
    html(406, 'Not Acceptable'),
  ),
  answered(
    'repeated-queries-are-html',
    'Repeated query parameters and broken escapes are answered 400 with HTML.',
    ({ target }) => /repeated=1&repeated=2|%zz/.test(target),
    html(400, 'Bad Request'),
  ),
  answered(
    'bodies-on-get-are-html',
    'A body on GET is answered 400 with HTML.',
    ({ method, headers }) =>
      method === 'GET' && headers['content-length'] !== undefined && headers['content-length'] !== '0',
    html(400, 'Bad Request'),
  ),
  {
    id: 'large-requests-are-cut',
    title: 'Large bodies, targets and headers end the connection without an answer.',
    quote: readings.observedLimits,
    apply: changeDelivery((_answer, call) =>
      isLarge(call)
        ? (_given, response) => {
            response.destroy();
          }
        : undefined,
    ),
  },
  {
    id: 'foreign-accept-is-cut',
    title: 'An Accept that excludes JSON ends the connection without an answer.',
    quote: readings.observedAccept,
    apply: changeDelivery((_answer, call) =>
      excludes(call)
        ? (_given, response) => {
            response.destroy();
          }
        : undefined,
    ),
  },
]);
