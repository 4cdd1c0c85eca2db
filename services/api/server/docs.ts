import { messageSchemas } from '@fynbos/application/webhooks/reaction.ts';
import { Router } from 'express';
import swagger from 'swagger-ui-express';
import { send } from '../http/send.ts';
import { type DescribedCall, openApiOf } from './openapi.ts';
import { inlineStyles } from './security-headers.ts';

/** `/api/openapi.json` and its page at `/api/docs`. This server provides every file. */
export function docs(routes: readonly DescribedCall[], publicUrl: string): Router {
  const router = Router();
  let body: object | undefined;
  router.get('/openapi.json', (request, response) => {
    body ??= openApiOf(routes, publicUrl, messageSchemas);
    return send(request, response, { body }, 200);
  });
  router.use(
    '/docs',
    inlineStyles,
    swagger.serve,
    swagger.setup(undefined, { swaggerOptions: { url: '/api/openapi.json' } }),
  );
  return router;
}
