import type { Logger } from '@fynbos/platform/logger.ts';
import { pinoHttp } from 'pino-http';

/** One line a call: method, path without its query (tokens and addresses stand there), status, duration. No header, no body. */
export const requestLog = (logger: Logger) =>
  pinoHttp({
    logger,
    genReqId: (request) => (request as unknown as { correlationId: string }).correlationId,
    quietReqLogger: true,
    autoLogging: {
      ignore: (request) => request.url === '/healthz' || request.url === '/readyz' || request.url === '/metrics',
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (request: { method: string; url: string }) => ({ method: request.method, path: pathOf(request.url) }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  });

/** The path of a URL, with whatever could be a token or an address in it left out. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(/[^/]*(?:@|%40)[^/]*/g, '…').slice(0, 200);
}
