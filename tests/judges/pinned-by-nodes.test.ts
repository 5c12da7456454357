import { describe, expect, it } from 'vitest';
import { judgeKeyException } from '../../judges/pinned/read-key.ts';
import { judgeTrace } from '../../judges/pinned/rules.ts';
import type { View } from '../../judges/pinned/view.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const other = 'ffffffffffffffffffffffffffffffff';

function errorTo(request: Partial<View['request']>, answer: Partial<View['answer']>): View {
  return {
    operation: 'generate-topology',
    request: { method: 'POST', path: '/', query: {}, headers: {}, headerNames: [], body: {}, ...request },
    answer: {
      kind: 'error-object',
      status: 400,
      headers: {},
      mediaType: 'application/json',
      body: {},
      ...answer,
    },
  };
}

describe('the trace id of an error', () => {
  const judged = (name: string, traceId: string, connection?: string) => {
    const headers = {
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
      ...(connection === undefined ? {} : { connection }),
    };
    const view = errorTo({ headers, headerNames: [name] }, { body: { traceId, context: { tid: traceId } } });
    return judgeTrace(view, {});
  };

  it('is that of the request where the name of traceparent is in lower case', () => {
    expect(judged('traceparent', trace, 'close')).toBeUndefined();
    expect(judged('traceparent', other, 'close')).toMatchObject({ kind: 'trace-id-wrong' });
  });

  it.each(['TRACEPARENT', 'Traceparent'])('may be another one where it is called %s', (name) => {
    expect(judged(name, other, 'close')).toBeUndefined();
  });

  it.each(['keep-alive', undefined])(
    'may be another one on a connection that is kept (%s), where the first spelling counts',
    (connection) => {
      expect(judged('traceparent', other, connection)).toBeUndefined();
    },
  );

  it('is the one in its context everywhere', () => {
    const body = { traceId: other, context: { tid: trace } };
    expect(judgeTrace(errorTo({}, { body }), {})).toMatchObject({ kind: 'tid-wrong' });
  });
});

describe('an uncaught exception of generate-topology', () => {
  const judged = (body: object, status = 500) => judgeKeyException(errorTo({ body }, { status }), {});
  const key = (hex: string) => ({ publicKey: { keyData: Buffer.from(hex, 'hex').toString('base64') } });

  it.each([
    ['no keyData', { publicKey: {} }],
    ['empty keyData', key('')],
    ['a SET', key('310102')],
    ['an INTEGER', key('020105')],
    ['a NULL', key('0500')],
    ['a key on a Brainpool curve', key('305a301406072a8648ce3d020106092b24030302080101070342000400')],
    ['a party with no confirming participant', { ...key('302a'), localParticipantObservationOnly: true }],
  ])('is known for %s', (_what, body) => {
    expect(judged(body)).toBeUndefined();
  });

  it.each([
    ['a SEQUENCE', key('3000')],
    ['bytes that are no DER', key('ffffff')],
    ['an element with bytes behind it', key('02010500')],
  ])('is not known for %s', (_what, body) => {
    expect(judged(body)).toMatchObject({ kind: 'key-exception' });
    expect(judged(body, 400)).toBe('silent');
  });
});
