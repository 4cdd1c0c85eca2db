import { messageSchemas } from '@fynbos/reactors/webhooks/messages.ts';
import { Router } from 'express';
import swagger from 'swagger-ui-express';
import { type DescribedCall, openApiOf } from './openapi.ts';
import { inlineStyles } from './security-headers.ts';

/** `/api/openapi.json` and a page of it at `/api/docs`; everything comes from this server. */
export function docs(routes: readonly DescribedCall[], publicUrl: string): Router {
  const router = Router();
  let text: string | undefined;
  router.get('/openapi.json', (_request, response) => {
    text ??= JSON.stringify(openApiOf(routes, publicUrl, messageSchemas));
    response.type('application/json').send(text);
  });
  router.use(
    '/docs',
    inlineStyles,
    swagger.serve,
    swagger.setup(undefined, { swaggerOptions: { url: '/api/openapi.json' } }),
  );
  return router;
}
