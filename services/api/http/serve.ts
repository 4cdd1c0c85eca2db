import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { ConnectionQueues } from './connection-queue.ts';
import { refusalOf } from './problem.ts';

/** Time in which a client sends the head of a request. */
const HEADERS_MS = 30_000;
/** How often connections are checked for it. */
const CHECK_MS = 5_000;
/** Time in which a client takes the answer to a request that could not be parsed, before the connection is cut. */
const LINGER_MS = 2_000;

/**
 * Begins to serve `app` on a port of a host. Requests of one connection are handled one after the other (`ConnectionQueues`).
 *
 * The request and response classes have the prototypes that Express would otherwise set on each object: an object whose
 * prototype is changed after its creation outlives its call in V8, with all that the call held (docs/decisions/0031).
 */
export function serve(app: Express, port: number, host: string): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  const queues = new ConnectionQueues();
  const server = createServer(
    {
      ...{ IncomingMessage: Request, ServerResponse: Response },
      headersTimeout: HEADERS_MS,
      // An integrator's stream has no end; all other bodies are limited by `limitBodyTime`.
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_MS,
    },
    queues.listener(app),
  );
  server.on('clientError', answerUnparsed(queues));
  return server.listen(port, host);
}

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer to a request that could not be parsed, as it is written to a socket. */
function unparsedAnswer(status: number): string {
  const { problem } = refusalOf({ status });
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Answers what Node's parser refuses (431, 413, 408, 400). The rest of what the client sends is read and dropped for two
 * seconds: closing a socket with unread data resets it, and the client would never see the answer.
 */
const answerUnparsed = (queues: ConnectionQueues) => {
  const answered = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || queues.isBusy(socket)) {
      socket.destroy();
      return;
    }
    socket.end(unparsedAnswer(STATUS_OF[error.code ?? ''] ?? 400));
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
};
