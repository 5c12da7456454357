import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Change } from '../faults/fault.ts';
import { changeEncoded } from './change-answers.ts';
import { deliverSome } from './change-delivery.ts';
import { readings } from './requests/readings.ts';
import { everyOperation, variantsOf } from './variant-row.ts';

function html(status: number, title: string): Answer {
  const body = Buffer.from(`<!doctype html><title>${status} ${title}</title>`);
  return { status, headers: { 'Content-Type': 'text/html', 'Content-Length': String(body.length) }, body };
}

function nothing(status: number): Answer {
  return { status, headers: { 'Content-Length': '0' }, body: Buffer.alloc(0) };
}

const isUnknownPath = ({ operation, target }: Call): boolean =>
  operation === undefined && !/\/v2\/(users|parties\/external\/generate-topology|interactive-submission\/execute)(\?|$)/.test(target);
const isOtherMethod = (call: Call): boolean => call.operation === undefined && !isUnknownPath(call);
const isLarge = ({ body, target, headers }: Call): boolean => body.length > 64 * 1024 || target.length > 2000 || JSON.stringify(headers).length > 8 * 1024;
const excludes = ({ headers: { accept = '*/*' } }: Call): boolean => !/\*\/\*|json|text\/plain/.test(accept);

function answered(isMeant: (call: Call) => boolean, answer: Answer): Change {
  return changeEncoded((_answer, call) => (isMeant(call) ? answer : undefined));
}

function cut(isMeant: (call: Call) => boolean): Change {
  return deliverSome(
    () => isMeant,
    (_answer, response) => {
      response.destroy();
    },
  );
}

/** Requests whose responses are only observed (ruling 23). */
export const oddHttpVariants = variantsOf(everyOperation, readings.observedHttp, {
  'unknown-paths-are-html': {
    title: 'Unknown paths are answered 404 with HTML.',
    apply: answered(isUnknownPath, html(404, 'Not Found')),
  },
  'unknown-paths-succeed': {
    title: 'Unknown paths are answered 200 with HTML.',
    apply: answered(isUnknownPath, html(200, 'Welcome')),
  },
  'unknown-paths-redirect': {
    title: 'Unknown paths are answered 302 without a body.',
    apply: answered(isUnknownPath, nothing(302)),
  },
  'other-methods-are-empty': {
    title: 'Other methods are answered 405 without a body.',
    apply: answered(isOtherMethod, nothing(405)),
  },
  'other-methods-are-204': {
    title: 'Other methods are answered 204.',
    apply: answered(isOtherMethod, nothing(204)),
  },
  'large-requests-are-html': {
    title: 'Large bodies, targets and headers are answered 413 with HTML.',
    apply: answered(isLarge, html(413, 'Too Large')),
  },
  'foreign-accept-is-406': {
    title: 'An Accept that excludes JSON is answered 406 with HTML.',
    apply: answered(excludes, html(406, 'Not Acceptable')),
  },
  'repeated-queries-are-html': {
    title: 'Repeated query parameters and broken escapes are answered 400 with HTML.',
    apply: answered(({ target }) => /repeated=1&repeated=2|%zz/.test(target), html(400, 'Bad Request')),
  },
  'bodies-on-get-are-html': {
    title: 'A body on GET is answered 400 with HTML.',
    apply: answered(
      ({ method, headers }) => method === 'GET' && headers['content-length'] !== undefined && headers['content-length'] !== '0',
      html(400, 'Bad Request'),
    ),
  },
  'large-requests-are-cut': {
    title: 'Large bodies, targets and headers end the connection without an answer.',
    quote: readings.observedLimits,
    apply: cut(isLarge),
  },
  'foreign-accept-is-cut': {
    title: 'An Accept that excludes JSON ends the connection without an answer.',
    quote: readings.observedAccept,
    apply: cut(excludes),
  },
});
