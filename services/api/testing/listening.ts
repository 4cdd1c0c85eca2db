import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

/** An app on a port of the loopback. */
export interface Listening {
  /** Without a slash at its end. */
  readonly url: string;
  /** Cuts what is still connected and resolves when the port is free. */
  close(): Promise<void>;
}

/** Listens on a port of the loopback, a free one when not given; resolves when calls are taken. */
export async function listen(app: Express, port = 0): Promise<Listening> {
  const server = await new Promise<Server>((resolve) => {
    const it: Server = app.listen(port, '127.0.0.1', () => resolve(it));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
