import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startReference } from '../../reference/start.ts';

/** A request as it arrived, and how it was answered. */
export interface Arrival {
  /** Milliseconds, of performance.now(). */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  status: number;
}

/** The reference server behind one that counts. */
export interface CountingServer {
  readonly settings: Readonly<Record<string, string>>;
  readonly executeRequest: object;
  readonly arrivals: readonly Arrival[];
  /** So many requests were under way at once, at the most. */
  readonly mostAtOnce: () => number;
}

/**
 * Starts both; each answer is held back for `holdMs`, so that requests overlap where they may.
 * @param isBanned whether a request gets a page of nginx instead, by its arrival and its number
 */
export async function countingServer(
  holdMs = 0,
  isBanned: (arrival: Arrival, nth: number) => boolean = () => false,
): Promise<CountingServer> {
  const reference = await startReference();
  const arrivals: Arrival[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer(async (incoming, outgoing) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const at = performance.now();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      // The suite closes a connection of its own on which nothing is answered, such as one with another transfer coding.
      underWay -= 1;
      return;
    }
    const { method = '', url: path = '', headers, rawHeaders } = incoming;
    const arrival = { at, method, path, headers, body: Buffer.concat(chunks).toString(), status: 0 };
    arrivals.push(arrival);
    if (isBanned(arrival, arrivals.length)) {
      underWay -= 1;
      outgoing.writeHead(403, { 'Content-Type': 'text/html', Server: 'nginx' });
      outgoing.end('<html><head><title>403 Forbidden</title></head></html>');
      return;
    }
    if (holdMs > 0) await new Promise((resolve) => setTimeout(resolve, holdMs));
    const onward = request(`${reference.baseUrl}${path}`, { method, headers: rawHeaders }, (answer) => {
      arrival.status = answer.statusCode ?? 0;
      underWay -= 1;
      outgoing.writeHead(arrival.status, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => {
      underWay -= 1;
      outgoing.destroy();
    });
    onward.end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await reference.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...reference.environment, TARGET_BASE_URL: `http://127.0.0.1:${port}` },
    executeRequest: reference.executeRequest,
    arrivals,
    mostAtOnce: () => most,
  };
}
