import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { conformantBehaviour } from '../../reference/conformant-behaviour.ts';
import { faults } from '../../reference/faults/catalogue.ts';
import type { Change, Fault } from '../../reference/faults/fault.ts';
import { withdrawRule } from '../../reference/faults/withdraw-rule.ts';
import type { Operation } from '../../reference/operation.ts';
import { type ReferenceServer, startReference } from '../../reference/start.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { Variant } from '../../reference/variants/variant.ts';
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

function faultOf(apply: Change): Fault {
  return { ...acceptsMissingSynchronizer, id: 'made-for-a-test', apply };
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
    expect((await send(server, generatePath, { body: {} })).status).toBe(200);
    expect((await send(server, generatePath, { body: { ...body, synchronizer: null } })).status).toBe(400);
    expect((await send(server, generatePath, { body, headers: {} })).status).toBe(401);
    expect(server.fired()).toBe(2);
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
    expect((await send(server, generatePath, { body: {} })).status).toBe(200);
    expect(server.fired()).toBe(1);
  });
});

describe('each stage can be replaced', () => {
  const operations: Operation[] = ['generate-topology', 'execute-submission', 'list-users'];

  it('any rule can be withdrawn alone', () => {
    const context = { ledger: {} as never, fire: () => undefined, random: () => 0 };
    for (const operation of operations) {
      const rules = [
        ...conformantBehaviour.structure[operation],
        ...conformantBehaviour.semantics[operation],
      ];
      expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
      for (const { name } of rules)
        expect(() => withdrawRule(conformantBehaviour, context, { operation, name })).not.toThrow();
    }
    expect(() =>
      withdrawRule(conformantBehaviour, context, { operation: 'list-users', name: 'no such rule' }),
    ).toThrow('name one of');
  });

  it('a semantic rule that is withdrawn lets the request through', async () => {
    const apply: Change = (behaviour, context) =>
      withdrawRule(behaviour, context, { operation: 'execute-submission', name: 'invalid signature' });
    server = await startReference({ fault: faultOf(apply) });
    const path = ['partySignatures', 'signatures', 0, 'signatures', 0, 'signature'];
    const body = changed(server.executeRequest, path, 'AAAA');
    expect((await send(server, executePath, { body })).text).toBe('{}');
    expect(server.fired()).toBe(1);
  });

  it('a decoder may forgive what is no JSON', async () => {
    const apply: Change = (behaviour, context) => ({
      ...behaviour,
      decodeJson: (call) => {
        const decoded = behaviour.decodeJson(call);
        if ('value' in decoded) return decoded;
        context.fire();
        call.forgiven = true;
        return { value: undefined };
      },
    });
    server = await startReference({ fault: faultOf(apply) });
    expect((await send(server, generatePath, { body: '{"a":' })).status).toBe(200);
    expect((await send(server, executePath, { body: '' })).text).toBe('{}');
    expect(server.fired()).toBe(2);
  });

  it('the form of a failure may be the wrong one', async () => {
    server = await startReference({
      fault: faultOf((behaviour) => ({ ...behaviour, chooseForm: () => 'text' })),
    });
    const reply = await send(server, executePath, { body: '' });
    expect(reply).toMatchObject({ status: 400, mediaType: 'text/plain' });
  });

  it('decoding may come before authentication', async () => {
    const apply: Change = (behaviour) => ({
      ...behaviour,
      order: ['decode', 'authenticate', 'structure', 'semantics'],
    });
    server = await startReference({ fault: faultOf(apply) });
    expect((await send(server, generatePath, { body: '{', headers: {} })).status).toBe(400);
    expect((await send(server, generatePath, { body: '{}', headers: {} })).status).toBe(401);
  });

  it('a fault may wait for requests that overlap', async () => {
    const apply: Change = (behaviour, context) => ({
      ...behaviour,
      perform: {
        ...behaviour.perform,
        'list-users': async (request, call) => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          if (call.inFlight() < 2) return behaviour.perform['list-users'](request, call);
          context.fire();
          return { users: [], nextPageToken: '' };
        },
      },
    });
    server = await startReference({ fault: faultOf(apply) });
    await send(server, usersPath);
    expect(server.fired()).toBe(0);
    await Promise.all([send(server, usersPath), send(server, usersPath)]);
    expect(server.fired()).toBeGreaterThan(0);
  });

  it('an answer that never ends does not keep the server from closing', async () => {
    const apply: Change = (behaviour) => ({
      ...behaviour,
      deliver: (answer, response) => {
        response.writeHead(answer.status, answer.headers);
        response.write(answer.body.subarray(0, 5));
      },
    });
    server = await startReference({ fault: faultOf(apply) });
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
});

it('each variant has its own id and quotes interface.md or rulings.md', () => {
  expect(new Set(variants.map((each) => each.id)).size).toBe(variants.length);
  const read = (name: string) => readFileSync(new URL(`../../requirements/${name}`, import.meta.url), 'utf8');
  for (const variant of variants) expect(read('interface.md') + read('rulings.md')).toContain(variant.quote);
});
