import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { closeAfterAnswer } from '../http/body.ts';
import { refusalOf } from '../http/problem.ts';
import { ConnectionQueues } from './connection-queue.ts';

/** Timeout for the head of a request, in milliseconds. */
const HEADERS_MS = 30_000;
/** Interval of the check for this timeout, in milliseconds. */
const CHECK_MS = 5_000;

/**
 * One request at a time per connection (`ConnectionQueues`). The request and response classes have the prototypes that
 * Express would set on each object: in V8 an object with a changed prototype outlives its call, with everything it
 * referenced (docs/decisions/0031).
 */
export function serve(app: Express, port: number, host: string): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  const queues = new ConnectionQueues();
  const server = createServer(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      headersTimeout: HEADERS_MS,
      // An integrator's stream never ends. `limitBodyTime` limits all other bodies.
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

/** Returns the answer to an unparsable request, as written to a socket. */
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

/** Answers requests that Node's parser refuses (431, 413, 408, 400), and drops the rest of them. */
const answerUnparsed = (queues: ConnectionQueues) => {
  const answered = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || queues.isBusy(socket)) {
      socket.destroy();
      return;
    }
    closeAfterAnswer(socket, unparsedAnswer(STATUS_OF[error.code ?? ''] ?? 400));
  };
};
