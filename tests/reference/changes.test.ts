import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { overlapping } from '../../reference/rows/conditions.ts';
import { type Action, at, given } from '../../reference/rows/engine.ts';
import { result } from '../../reference/rows/generate-topology.ts';
import { accept, mend, rephrase, slow } from '../../reference/rows/requests.ts';
import { stopped } from '../../reference/rows/sending.ts';
import { usualOrder } from '../../reference/rows/stages.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { Variant } from '../../reference/variants/variant.ts';
import { operationStems } from '../../schemas/openapi.ts';
import { changed, executePath, generateBody, generatePath, send, usersPath } from './client.ts';

const acceptsMissingSynchronizer = faultCalled('generate-topology-accepts-missing-synchronizer');
const cutsAnswerSometimes = faultCalled('execute-submission-success-lacks-last-byte-sometimes');

let server: ReferenceServer;
afterEach(() => server?.close());

function faultCalled(id: string): Fault {
  const found = faults.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`There is no fault ${id}; correct the id.`);
  return found;
}

function faultThat(...does: readonly Action[]): Fault {
  return {
    ...acceptsMissingSynchronizer,
    id: 'made-for-a-test',
    operations: operationStems,
    under: [],
    does,
  };
}

describe('the example faults', () => {
  it('accepts a body without synchronizer, counts it, and refuses other invalid bodies', async () => {
    server = await startReference({ fault: acceptsMissingSynchronizer });
    const { synchronizer: _synchronizer, ...body } = generateBody(server);
    expect((await send(server, generatePath, { body: generateBody(server) })).status).toBe(200);
    expect(server.fired()).toBe(0);
    expect(await send(server, generatePath, { body })).toMatchObject({
      status: 200,
      mediaType: 'application/json',
    });
    expect(server.fired()).toBe(1);
    expect((await send(server, generatePath, { body: {} })).status).toBe(400);
    expect((await send(server, generatePath, { body: { ...body, synchronizer: null } })).status).toBe(400);
    expect((await send(server, generatePath, { body, headers: {} })).status).toBe(401);
    expect(server.fired()).toBe(1);
  });

  it('cuts about one success of execute in ten and counts each', async () => {
    server = await startReference({ fault: cutsAnswerSometimes });
    const texts: string[] = [];
    for (let index = 0; index < 100; index++) {
      texts.push((await send(server, executePath, { body: server.executeRequest })).text);
    }
    const cut = texts.filter((text) => text === '{').length;
    expect(texts.filter((text) => text === '{}')).toHaveLength(100 - cut);
    expect(server.fired()).toBe(cut);
    expect(cut).toBeGreaterThan(2);
    expect(cut).toBeLessThan(25);
  });
});

function variantOf(id: string): Variant {
  const variant = variants.find((each) => each.id === id);
  if (variant === undefined) throw new Error(`There is no variant ${id}.`);
  return variant;
}

describe('the example variants', () => {
  it('required-error-fields-only leaves out the optional fields everywhere', async () => {
    server = await startReference({ variant: variantOf('required-error-fields-only') });
    const reply = await send(server, usersPath, { headers: {} });
    expect(Object.keys(JSON.parse(reply.text)).sort()).toEqual(['cause', 'code', 'context', 'errorCategory']);
    expect(server.fired()).toBe(1);
  });

  it('short-pages gives three users at most and ends without a token', async () => {
    server = await startReference({ variant: variantOf('short-pages'), users: 4 });
    const first = JSON.parse((await send(server, usersPath)).text);
    expect(first.users).toHaveLength(3);
    const last = await send(server, `${usersPath}?pageToken=${encodeURIComponent(first.nextPageToken)}`);
    expect(Object.keys(JSON.parse(last.text))).toEqual(['users']);
    expect(server.fired()).toBe(2);
  });

  it('a fault works on top of a variant, and the count is the fault’s', async () => {
    server = await startReference({
      variant: variantOf('required-error-fields-only'),
      fault: acceptsMissingSynchronizer,
    });
    const refused = await send(server, generatePath, { body: { ...generateBody(server), partyHint: '' } });
    expect(JSON.parse(refused.text)).not.toHaveProperty('traceId');
    expect(server.fired()).toBe(0);
    const { synchronizer: _synchronizer, ...body } = generateBody(server);
    expect((await send(server, generatePath, { body })).status).toBe(200);
    expect(server.fired()).toBe(1);
  });
});

describe('rows change slots behind each stage', () => {
  it('what a rule rejects can be accepted', async () => {
    server = await startReference({ fault: faultThat(accept('invalid signature')) });
    const path = ['partySignatures', 'signatures', 0, 'signatures', 0, 'signature'];
    const body = changed(server.executeRequest, path, 'AAAA');
    expect((await send(server, executePath, { body })).text).toBe('{}');
    expect(server.fired()).toBe(1);
  });

  it('what is no JSON can be mended', async () => {
    server = await startReference({ fault: faultThat(mend((text) => (text === '' ? '{}' : `${text}1}`))) });
    expect((await send(server, generatePath, { body: '{"a":' })).status).toBe(200);
    expect((await send(server, executePath, { body: '' })).text).toBe('{}');
    expect(server.fired()).toBe(2);
  });

  it('the form of a failure may be the wrong one', async () => {
    const inText = rephrase((refusal) => ({ ...refusal, form: 'text' }));
    server = await startReference({ fault: faultThat(inText) });
    const reply = await send(server, executePath, { body: '' });
    expect(reply).toMatchObject({ status: 400, mediaType: 'text/plain' });
  });

  it('decoding may come before the check of credentials', async () => {
    const order = ['arrive', 'decode', 'token', 'claims', ...usualOrder.slice(4)] as const;
    server = await startReference({ fault: { ...faultThat(), order } });
    expect((await send(server, generatePath, { body: '{', headers: {} })).status).toBe(400);
    expect((await send(server, generatePath, { body: '{}', headers: {} })).status).toBe(401);
  });

  it('a row may wait for requests that overlap', async () => {
    const emptied = given(
      overlapping(1),
      result(() => ({ users: [], nextPageToken: '' })),
    );
    server = await startReference({ fault: faultThat(slow(50), emptied) });
    await send(server, usersPath);
    expect(server.fired()).toBe(0);
    await Promise.all([send(server, usersPath), send(server, usersPath)]);
    expect(server.fired()).toBeGreaterThan(0);
  });

  it('an answer that never ends does not keep the server from closing', async () => {
    server = await startReference({ fault: faultThat(stopped) });
    const stalled = send(server, usersPath).then(
      () => 'answered',
      () => 'broken off',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    await server.close();
    expect(performance.now() - start).toBeLessThan(500);
    expect(await stalled).toBe('broken off');
  });

  it('a row that throws is a defect, answered 500', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    const failing = at('perform', () => {
      throw new Error('A mistake.');
    });
    server = await startReference({ fault: faultThat(failing) });
    expect((await send(server, usersPath)).status).toBe(500);
    expect([server.fired(), server.defects()]).toEqual([0, 1]);
  });
});

it('each variant has its own id and quotes interface.md or rulings.md', () => {
  expect(new Set(variants.map((each) => each.id)).size).toBe(variants.length);
  const read = (name: string) => readFileSync(new URL(`../../requirements/${name}`, import.meta.url), 'utf8');
  for (const variant of variants) expect(read('interface.md') + read('rulings.md')).toContain(variant.quote);
});
