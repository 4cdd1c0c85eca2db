import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { messageSchemas } from '@fynbos/application/webhooks/reaction.ts';
import { type RequestHandler, Router } from 'express';
import swagger from 'swagger-ui-express';
import { type DescribedCall, openApiOf } from './openapi.ts';
import { inlineStyles } from './security-headers.ts';

const zip = promisify(gzip);

/** The OpenAPI description, shared by all answers: half a megabyte of text, a tenth of it compressed. */
const packed = async (text: string): Promise<{ plain: Buffer; gzip: Buffer }> => {
  const plain = Buffer.from(text);
  return { plain, gzip: await zip(plain, { level: 9 }) };
};

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** `/api/openapi.json` and its page at `/api/docs`. This server provides every file. */
export function docs(routes: readonly DescribedCall[], publicUrl: string): Router {
  const router = Router();
  const file = once(() => packed(JSON.stringify(openApiOf(routes, publicUrl, messageSchemas))));
  router.get('/openapi.json', async (request, response) => {
    const { plain, gzip } = await file();
    response.type('application/json').set('Cache-Control', 'no-store').vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip')) response.set('Content-Encoding', 'gzip').end(gzip);
    else response.end(plain);
  });
  router.use(
    '/docs',
    noStore,
    inlineStyles,
    swagger.serve,
    swagger.setup(undefined, { swaggerOptions: { url: '/api/openapi.json' } }),
  );
  return router;
}
