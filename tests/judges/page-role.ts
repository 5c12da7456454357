import type { Chain, ChainPage } from '../../journal/record.ts';

/** The page that a role such as `page 3 of size 2 again 1` names, which is how tests write one down. */
export function pageOfRole(role: string): ChainPage | undefined {
  const [, number, name] = /^page (\d+) of (.+)$/.exec(role) ?? [];
  return name === undefined ? undefined : { number: Number(number), chain: chainOf(name) };
}

function chainOf(text: string): Chain {
  const [, again = '', name = '', repetition] = /^(asked again: )?(.*?)(?: again (\d+))?$/.exec(text) ?? [];
  return {
    ...namedChain(name),
    ...(again === '' ? {} : { askedAgain: true }),
    ...(repetition === undefined ? {} : { repetition: Number(repetition) }),
  };
}

const interleaving =
  /^drawn(?: (?<walk>\d+)|, the smallest that fails: (?<drawn>.+)), chain (?<place>\d+) of (?<of>\d+), size (?<size>\d+)$/;
const walked =
  /^(?<token>empty token(?:, )?)?(?:the default size|size (?<size>\d+))?(?:, (?<how>under the API key|behind the token))?(?:, round (?<round>\d+))?$/;

function namedChain(name: string): Chain {
  if (name === 'before' || name === 'after') return { kind: name };
  const drawn = interleaving.exec(name)?.groups;
  if (drawn !== undefined) {
    const numbers = numbersOf(drawn, ['walk', 'place', 'of', 'size']);
    return drawn.drawn === undefined
      ? { kind: 'interleaved', ...numbers }
      : { kind: 'smallest', drawn: drawn.drawn, ...numbers };
  }
  const { token, how, ...rest } = walked.exec(name)?.groups ?? {};
  const others = { 'under the API key': 'api-key', 'behind the token': 'token-first' } as const;
  const kind =
    how === undefined ? (token === undefined ? 'walk' : 'empty-token') : others[how as keyof typeof others];
  return { kind, ...numbersOf(rest, ['size', 'round']) };
}

function numbersOf(
  groups: Readonly<Record<string, string | undefined>>,
  names: readonly ('walk' | 'place' | 'of' | 'size' | 'round')[],
): Partial<Chain> {
  return Object.fromEntries(
    names.flatMap((name) => (groups[name] === undefined ? [] : [[name, Number(groups[name])]])),
  );
}
