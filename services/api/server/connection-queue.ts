import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of requests that may queue on one connection. A client that sends more is cut off. */
export const MAX_WAITING = 100;

interface Connection {
  /** Whether a request is being handled and its answer is not sent yet. */
  isBusy: boolean;
  isRefused: boolean;
  waiting: (() => void)[];
}

/**
 * The next request of a connection starts when the previous answer was handed to the network. Node starts every request
 * in one socket read (1,400 short ones); without the queue, a client that pipelines and reads nothing would have all
 * its answers in memory (docs/decisions/0028).
 */
export class ConnectionQueues {
  private readonly connections = new WeakMap<Socket, Connection>();

  /** Whether a request of this connection is being handled. */
  isBusy(socket: Socket): boolean {
    return this.connections.get(socket)?.isBusy ?? false;
  }

  /** Wraps `handle` so that it runs for one request of a connection at a time. */
  listener(handle: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.connectionOf(request.socket);
      if (connection.isRefused) return;
      const begin = () => this.begin(connection, handle, request, response);
      if (!connection.isBusy) {
        begin();
        return;
      }
      if (connection.waiting.push(begin) <= MAX_WAITING) return;
      connection.isRefused = true;
      connection.waiting = [];
      request.socket.destroy();
    };
  }

  private connectionOf(socket: Socket): Connection {
    const existing = this.connections.get(socket);
    if (existing) return existing;
    const connection: Connection = { isBusy: false, isRefused: false, waiting: [] };
    this.connections.set(socket, connection);
    socket.once('close', () => {
      connection.waiting = [];
    });
    return connection;
  }

  private begin(
    connection: Connection,
    handle: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    connection.isBusy = true;
    // Emitted when the whole answer was handed to the operating system, or the connection is closed.
    response.once('close', () => {
      connection.isBusy = false;
      connection.waiting.shift()?.();
    });
    handle(request, response);
  }
}
