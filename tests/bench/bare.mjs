import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('bare-client.mjs', import.meta.url));

/** Requests per second by bare undici in several processes, which share the concurrency and the total. */
export async function bareRate(baseUrl, requests, concurrency, total, processes) {
  const parts = await Promise.all(
    Array.from({ length: processes }, () =>
      oneClient({
        baseUrl,
        requests,
        concurrency: concurrency / processes,
        total: Math.ceil(total / processes),
      }),
    ),
  );
  return parts.reduce((sum, { sent }) => sum + sent, 0) / Math.max(...parts.map(({ seconds }) => seconds));
}

function oneClient(work) {
  const child = fork(client);
  child.send(work);
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`The bare client ended with ${status}.`)));
  });
}
