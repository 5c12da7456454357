import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Doing } from '../../reference/rows/engine.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import { emptyFolder } from '../cli/command.ts';
import { type Device, devices, type Lessons } from './devices.ts';
import { learn, type Tried, tryDevice } from './try-device.ts';

/**
 * What a server with the device of this place does otherwise, if it is honest: it treats strangers differently where the
 * document leaves room. Two readings of one thing would contradict each other in a run, so these are about each answer alone.
 */
const differences = [
  'required-error-fields-only',
  'json-is-indented',
  'errors-have-more-fields',
  'successes-have-more-fields',
  'text-right-to-left',
  'json-members-reversed',
  'unauthenticated-without-challenge',
  'error-integers-with-fraction',
  'json-with-charset',
  'json-in-white-space',
] as const;

let lessons: Lessons;
const rows: string[] = [];

beforeAll(async () => {
  const ended: (() => void)[] = [];
  lessons = await learn(emptyFolder((then) => ended.push(then)));
  return () => {
    for (const then of ended) then();
  };
}, 600_000);

// Shown where the tests are run by hand.
afterAll(() => console.log(['device | plain run | disguised run', ...rows].join('\n')));

function variantAt(place: number): readonly Doing[] {
  const found = variants.find(({ id }) => id === differences[place]);
  if (found === undefined) throw new Error(`There is no variant ${differences[place]}.`);
  return [found];
}

const asText = ({ broken, byDisguise, recognized }: Tried): string =>
  `${broken.length} broken, ${byDisguise.length} by style, ${recognized} recognized`;

describe.each(devices.map((device, place) => [device.id, device, place] as const))(
  '%s',
  (_, device, place) => {
    const tried = (args: readonly string[], otherwise?: readonly Doing[]): Promise<Tried> =>
      tryDevice(device, {
        folder: emptyFolder(),
        args,
        lessons,
        ...(otherwise === undefined ? {} : { otherwise }),
      });

    test('A disguised run catches it.', async () => {
      const plain = await tried([]);
      const disguised = await tried(['--disguise']);
      rows.push(`${device.id} | ${asText(plain)} | ${asText(disguised)}`);
      expect(disguised.verdict).toBe('non-conformant');
      expect(disguised.broken.some((each) => isMeant(device, each))).toBe(true);
      if (plain.verdict === 'conformant') expect(plain.recognized).toBeGreaterThan(0);
    });

    test('A server that recognizes tests in the same way, and is conformant to others too, passes.', async () => {
      const { status, broken, byDisguise, unrecognized } = await tried(['--disguise'], variantAt(place));
      expect({ status, broken, byDisguise }).toEqual({ status: 0, broken: [], byDisguise: [] });
      expect(unrecognized).toBeGreaterThan(0);
    });
  },
);

function isMeant({ breaks }: Device, requirement: string): boolean {
  return breaks.some((prefix) => requirement.startsWith(prefix));
}
