// Bare undici: sends requests repeatedly with some concurrency, reads complete answers, and reports requests per
// second. Runs in a process of its own, like the workers of a run; a message says what to send.
import { Pool } from 'undici';

process.once('message', async ({ baseUrl, requests, concurrency, total }) => {
  const ready = requests.map(({ bytes, ...rest }) => ({
    ...rest,
    ...(bytes === undefined ? {} : { body: Buffer.from(bytes, 'base64') }),
  }));
  const pool = new Pool(baseUrl, { connections: concurrency, pipelining: 1 });
  const send = async (until) => {
    while (next < until) {
      const request = ready[next++ % ready.length];
      const { body } = await pool.request(request);
      await body.arrayBuffer();
    }
  };
  let next = 0;
  const all = (until) => Promise.all(Array.from({ length: concurrency }, () => send(until)));
  await all(Math.ceil(total / 10));
  next = 0;
  const began = performance.now();
  await all(total);
  process.send?.({ sent: total, seconds: (performance.now() - began) / 1000 });
  await pool.close();
  process.disconnect();
});
