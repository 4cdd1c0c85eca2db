import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

export interface Listening {
  /** Without a trailing slash. */
  readonly url: string;
  /** Closes all open connections. Resolves when the port is free. */
  close(): Promise<void>;
}

/** Listens on a loopback port, by default a free one. Resolves when the app accepts calls. */
export async function listen(app: Express, port = 0): Promise<Listening> {
  const server = await new Promise<Server>((resolve) => {
    const it: Server = app.listen(port, '127.0.0.1', () => resolve(it));
    // On a busy machine the server would close an idle connection at the moment in which the client uses it again.
    it.keepAliveTimeout = 0;
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
