import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Starts a proxy to an EventStoreDB (`esdb://host:port…`) that can cut every connection. */
export async function startCuttableProxy(
  url: string,
): Promise<{ url: string; cut: () => Promise<void>; close: () => Promise<void> }> {
  const target = new URL(url.replace(/^esdb:/, 'http:'));
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((from) => {
    const to = keep(connect(Number(target.port), target.hostname));
    keep(from).on('close', () => to.destroy());
    to.on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `esdb://127.0.0.1:${address.port}${target.search ? `/${target.search}` : ''}`,
    cut,
    close: async () => {
      await cut();
      server.close();
    },
  };
}
