let asked = 0;

/** @type {import('ledger-conformance/routes').OwnRoute[]} */
export default [
  {
    method: 'GET',
    path: '/v2/version',
    answer: () => {
      asked += 1;
      return { status: 200, body: { version: `3.5.${asked}` } };
    },
  },
];
