import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Headers that undici writes itself, or refuses: how a request is framed is then its own choice. */
const ofConnection = /^(host|connection|content-length|transfer-encoding|expect|keep-alive|upgrade)$/i;

/** How often each operation occurs among the cases of a soak. */
const weights = { 'generate-topology': 2, 'execute-submission': 2, 'list-users': 1 };

/**
 * The requests kept by a soak, mixed by operation in the proportions in which it sends them. Redacted secrets are
 * replaced: with the valid token, or with letters of the same length.
 */
export async function soakRequests(folder, token) {
  const cases = new Map();
  const lines = createInterface({ input: createReadStream(join(folder, 'exchanges.ndjson')) });
  for await (const line of lines) {
    const [, id, operation] = /^\{"id":"([^"#]*@([a-z-]+)\/soak-\d+)#/.exec(line) ?? [];
    // The last request of a case; the valid control before it is shared by many cases.
    if (id !== undefined) cases.set(id, { operation, request: plain(JSON.parse(line).request, token) });
  }
  const kept = { 'generate-topology': [], 'execute-submission': [], 'list-users': [] };
  for (const { operation, request } of cases.values()) kept[operation].push(request);
  const rounds = Math.max(...Object.entries(weights).map(([name, weight]) => kept[name].length / weight));
  const mixed = [];
  for (let round = 0; round < rounds; round += 1)
    for (const [name, weight] of Object.entries(weights))
      for (let part = 0; part < weight; part += 1) {
        const of = kept[name];
        if (of.length > 0) mixed.push(of[(round * weight + part) % of.length]);
      }
  return mixed;
}

function plain({ method, target, headers, body, bodyBase64 }, token) {
  const restored = (text) =>
    text.replace(/\[redacted:([a-z-]+):(\d+):[0-9a-f]+\]/g, (_, kind, length) =>
      kind === 'token' ? token : 'x'.repeat(Number(length)),
    );
  const own = headers.filter(([name]) => !ofConnection.test(name));
  const bytes = bodyBase64 ?? (body === undefined ? undefined : Buffer.from(body).toString('base64'));
  return { method, path: target, headers: own.flatMap(([name, value]) => [name, restored(value)]), bytes };
}
