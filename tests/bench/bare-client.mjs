// undici and nothing else: sends requests over and over at some concurrency, reads each answer whole, says how many a
// second. A process of its own, as the workers of a run are. Told by a message what to send.
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
