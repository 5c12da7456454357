import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { withStandIns } from '../../cli/run/stand-ins.ts';

test('The classes of fetch are others meanwhile, and the same afterwards.', () => {
  const { Headers, Request, Response } = globalThis;
  const meanwhile = withStandIns(() => {
    class Extended extends globalThis.Request {}
    return [globalThis.Headers, globalThis.Request, globalThis.Response, Object.getPrototypeOf(Extended)];
  });
  expect(new Set([...meanwhile, Headers, Request, Response]).size).toBe(6);
  expect([globalThis.Headers, globalThis.Request, globalThis.Response]).toEqual([Headers, Request, Response]);
  expect(new Response('a').status).toBe(200);
});

test('They are back if what runs meanwhile fails.', () => {
  const { Headers } = globalThis;
  expect(() =>
    withStandIns(() => {
      throw new Error('failed');
    }),
  ).toThrow('failed');
  expect(globalThis.Headers).toBe(Headers);
});

test('Node does not load its client for them.', () => {
  const built = new URL('../../build/cli/run/stand-ins.js', import.meta.url).href;
  const client = 'NativeModule internal/deps/undici/undici';
  const code = `
    import { withStandIns } from ${JSON.stringify(built)};
    withStandIns(() => [globalThis.Headers, globalThis.Request, globalThis.Response]);
    const before = process.moduleLoadList.includes(${JSON.stringify(client)});
    globalThis.Headers;
    process.stdout.write(JSON.stringify([before, process.moduleLoadList.includes(${JSON.stringify(client)})]));`;
  const args = ['--input-type=module', '--eval', code];
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))).toEqual([false, true]);
});
