import { expect, test } from 'ledger-conformance';

interface Users {
  readonly users: readonly { readonly id: string }[];
}

test("The token's user is listed.", async ({ send, target }) => {
  test.skip(target.userId === null, 'The user is not configured: set TARGET_USER_ID.');
  const answer = await send.get(`/v2/users?${target.pageSizeParameter}=1000`);
  expect(answer.status()).toBe(200);
  const { users } = answer.json() as Users;
  expect(users.map(({ id }) => id)).toContain(target.userId);
});

test('Users are not listed without a credential.', async ({ send }) => {
  const answer = await send.get('/v2/users', { anonymous: true });
  expect(answer.status()).toBe(401);
  expect(answer.text()).not.toContain('"users"');
});
