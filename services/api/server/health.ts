import { sharedFor } from '@fynbos/platform/shared-for.ts';
import { Router } from 'express';
import pTimeout, { TimeoutError } from 'p-timeout';

/** A dependency of the product. `check` returns null if it answers, otherwise the problem in public wording. */
export interface Dependency {
  readonly name: string;
  check(): Promise<string | null>;
}

/** Details for `/readyz`, e.g. the lag of each read model. */
export type Details = () => Promise<Readonly<Record<string, unknown>>>;

const LIMIT_MS = 2_000;
/** How long one check of the dependencies is reused for all callers, in milliseconds. */
const FRESH_MS = 1_000;

async function stateOf({ check }: Dependency, milliseconds: number): Promise<string | null> {
  try {
    return await pTimeout(check(), { milliseconds });
  } catch (error) {
    return error instanceof TimeoutError ? 'no answer' : 'not reachable';
  }
}

interface HealthOptions {
  readonly freshMs?: number;
  readonly limitMs?: number;
  isStopping?(): boolean;
}

/**
 * `/readyz`: whether each dependency answers within `limitMs`, and the lag of read models. Callers within `freshMs`
 * share one check. The process is not ready while `isStopping` is true.
 */
export function health(
  dependencies: readonly Dependency[],
  details: Details,
  { freshMs = FRESH_MS, limitMs = LIMIT_MS, isStopping = () => false }: HealthOptions = {},
): Router {
  // /READYZ must not pass a proxy that compares paths with case.
  const router = Router({ caseSensitive: true });
  const readiness = sharedFor(freshMs, async () => {
    const [more, ...states] = await Promise.all([
      pTimeout(details(), { milliseconds: limitMs }).catch(() => ({})),
      ...dependencies.map(async (one) => [one.name, (await stateOf(one, limitMs)) ?? 'ok'] as const),
    ]);
    const ready = states.every(([, state]) => state === 'ok');
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
    const { ready, text } = await readiness();
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .type('json')
      .send(text);
  });
  return router;
}
