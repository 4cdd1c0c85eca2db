import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';

/**
 * Begins to serve `app` on a port of a host. Its requests and responses are made as what Express would otherwise turn
 * each into when it comes: an object whose prototype is changed outlives in V8 its call, and with it all that the call
 * held (docs/decisions/0218).
 */
export function serve(app: Express, port: number, host: string): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return createServer({ IncomingMessage: Request, ServerResponse: Response }, app).listen(port, host);
}
