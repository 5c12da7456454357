// Creates users before a run and deletes them afterwards: TARGET_PROVISIONER=./provisioner.mjs
/** @type {import('ledger-conformance/provisioner').Provisioner} */
const provisioner = {
  async provision({ call, nonce, subject }) {
    for (const number of [1, 2]) {
      const user = { id: `conformance-${nonce}-${number}`, isDeactivated: false, identityProviderId: '' };
      const { status, shown } = await call('POST', '/v2/users', { user, rights: [] });
      if (status !== 200) throw new Error(`A user could not be created: ${shown}`);
    }
    return { settings: subject === null ? {} : { TARGET_USER_ID: subject }, executeBodies: [] };
  },
  async clean({ call, nonce }) {
    const removed = [];
    for (const number of [1, 2]) {
      const id = `conformance-${nonce}-${number}`;
      const { status } = await call('DELETE', `/v2/users/${id}`);
      if (status === 200) removed.push(`user ${id}`);
    }
    return removed;
  },
};

export default provisioner;
