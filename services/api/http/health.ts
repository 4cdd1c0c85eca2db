import { sharedFor } from '@fynbos/platform/shared-for.ts';
import { Router } from 'express';
import pTimeout, { TimeoutError } from 'p-timeout';

/** One thing that the product needs: `null` when it answers, otherwise what is wrong, in words fit for anybody. */
export interface Dependency {
  readonly name: string;
  check(): Promise<string | null>;
}

/** Details for `/readyz`, e.g. the lag of each read model. */
export type Details = () => Promise<Readonly<Record<string, unknown>>>;

const LIMIT_MS = 2_000;
/** How long one look at the dependencies serves all who ask. */
const FRESH_MS = 1_000;

async function stateOf({ check }: Dependency): Promise<string | null> {
  try {
    return await pTimeout(check(), { milliseconds: LIMIT_MS });
  } catch (error) {
    return error instanceof TimeoutError ? 'no answer' : 'not reachable';
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: whether each dependency answers, and how far read models are behind. Many who
 * ask at once, and within `freshMs`, cause one look. While `isStopping` holds the process is not ready.
 */
export function health(
  dependencies: readonly Dependency[],
  details: Details,
  freshMs = FRESH_MS,
  isStopping: () => boolean = () => false,
): Router {
  const router = Router();
  const look = sharedFor(freshMs, async () => {
    const states = await Promise.all(
      dependencies.map(async (one) => [one.name, (await stateOf(one)) ?? 'ok'] as const),
    );
    const ready = states.every(([, state]) => state === 'ok');
    const more = await details().catch(() => ({}));
    const body = { status: ready ? 'ready' : 'not ready', dependencies: Object.fromEntries(states), ...more };
    return { ready, text: Buffer.from(JSON.stringify(body)) };
  });
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    if (isStopping()) {
      response.status(503).set('Cache-Control', 'no-store').json({ status: 'stopping' });
      return;
    }
    const { ready, text } = await look();
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .type('json')
      .send(text);
  });
  return router;
}
