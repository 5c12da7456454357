import { connect, createServer } from 'node:net';

/** A proxy to a local server that delays each answer by `ms` milliseconds. */
export async function slowProxy(baseUrl, ms) {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {
        client.destroy();
        server.destroy();
      });
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(server);
    server.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), ms));
    server.on('end', () => setTimeout(() => client.end(), ms));
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${proxy.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
