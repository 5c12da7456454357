import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/catalogue.ts';
import { rulingText } from '../../requirements/rulings.ts';

const document = readFileSync(new URL('../../requirements/rulings.md', import.meta.url), 'utf8');

test('Every ruling that a requirement names has its words, from the first to the last.', () => {
  const named = [...new Set(requirements.flatMap(({ rulings }) => rulings))];
  expect(named.length).toBeGreaterThan(15);
  const plain = document.replace(/\s+/g, ' ');
  for (const number of named) {
    const words = rulingText(number) ?? '';
    expect(words.length, `ruling ${number}`).toBeGreaterThan(40);
    expect(plain).toContain(` ${number}. ${words.replace(/\s+/g, ' ')}`);
    expect(words).toMatch(/[.)]$/);
  }
});

test('A ruling that does not exist has no words.', () => {
  expect(rulingText(999)).toBeUndefined();
});
