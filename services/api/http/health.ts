import { inTime, Late } from '@fynbos/platform/in-time.ts';
import { Router } from 'express';

/** One thing that the product needs: `null` when it answers, otherwise what is wrong, in words fit for anybody. */
export interface Dependency {
  readonly name: string;
  check(): Promise<string | null>;
}

/** Details for `/readyz`, e.g. the lag of each read model. */
export type Details = () => Promise<Readonly<Record<string, unknown>>>;

const LIMIT_MS = 2_000;

async function stateOf({ check }: Dependency): Promise<string | null> {
  try {
    return await inTime(LIMIT_MS, check());
  } catch (error) {
    return error instanceof Late ? 'no answer' : 'not reachable';
  }
}

/** `/healthz`: the process is alive. `/readyz`: whether each dependency answers, and how far read models are behind. */
export function health(dependencies: readonly Dependency[], details: Details): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    const states = await Promise.all(
      dependencies.map(async (one) => [one.name, (await stateOf(one)) ?? 'ok'] as const),
    );
    const ready = states.every(([, state]) => state === 'ok');
    const more = await details().catch(() => ({}));
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', dependencies: Object.fromEntries(states), ...more });
  });
  return router;
}
