import { expect, test } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { boundsFor } from '../../wire/bounds.ts';
import { socketOpenerOf } from '../../wire/open-socket.ts';

function open(more: Record<string, string>): void {
  const settings = readSettings({
    TARGET_BASE_URL: 'https://ledger.example',
    TARGET_TOKEN: 'a.b.c',
    ...more,
  });
  if (settings.target === undefined) throw new Error('There is no target.');
  socketOpenerOf(settings, settings.target, boundsFor(1_000));
}

test.each([
  'user:hidden-word at proxy',
  'hidden-word:3128',
  'http://user:hidden-word%zz@proxy.example:3128',
  'http://hidden-word%zz@proxy.example:3128',
  'socks5://user:hidden-word@proxy.example',
])('The proxy %s is a usage error that names the variable, and does not show it.', (url) => {
  expect(() => open({ https_proxy: url })).toThrow(UsageError);
  expect(() => open({ https_proxy: url })).toThrow(/^https_proxy is not /);
  expect(() => open({ https_proxy: url })).not.toThrow(/hidden-word/);
  expect(() => open({ https_proxy: url, NO_PROXY: '.example' })).not.toThrow();
});

test.each(['TARGET_CA_FILE'])('%s that cannot be read is a usage error that names it.', (name) => {
  expect(() => open({ [name]: '/nonexistent.pem' })).toThrow(
    `${name} names a file that cannot be read: /nonexistent.pem.`,
  );
});
