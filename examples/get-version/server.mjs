/** @type {import('ledger-conformance/routes').OwnRoute[]} */
export default [
  {
    method: 'GET',
    path: '/v2/version',
    anonymous: true,
    answer: () => ({ status: 200, body: { version: '3.5.1' } }),
  },
];
