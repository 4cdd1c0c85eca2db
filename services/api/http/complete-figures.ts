import type { RebuildingReadModel } from '@fynbos/projections/engine/rebuild/completeness.ts';
import type { Request, Response } from 'express';
import { HttpRefusal } from './problem.ts';
import type { Route } from './route.ts';
import type { Services } from './services.ts';

/** Maximum wait for `Prefer: wait=SECONDS` (RFC 7240). */
const MAX_WAIT_S = 120;
/** Default retry interval in seconds, where the duration is unknown. */
const RETRY_AFTER_S = 5;
const MAX_RETRY_AFTER_S = 60;

const waitOf = (request: Request): number => {
  const seconds = Number(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})/i.exec(request.get('prefer') ?? '')?.[1] ?? 0);
  return Math.min(seconds, MAX_WAIT_S);
};

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (ms < 55_000) return `about ${Math.max(5, Math.ceil(ms / 5_000) * 5)} seconds left`;
  return `about ${minutes} minute${minutes === 1 ? '' : 's'} left`;
}

function refusal({ percent, remainingMs }: RebuildingReadModel): HttpRefusal {
  const left = remainingMs === null ? '' : `, ${inWords(remainingMs)}`;
  const retryAfter = remainingMs === null ? RETRY_AFTER_S : Math.ceil(remainingMs / 1000);
  return new HttpRefusal(
    503,
    'rebuilding',
    `These figures are being rebuilt and are not complete yet: ${percent}% done${left}. Try again then.`,
    Math.min(Math.max(retryAfter, 1), MAX_RETRY_AFTER_S),
  );
}

/**
 * Throws 503 while a read model of the route is rebuilt, because partial figures look complete. `Prefer: wait=SECONDS`
 * waits first.
 */
export async function assertCompleteFigures(
  { completeness }: Pick<Services, 'completeness'>,
  route: Pick<Route, 'reads'>,
  request: Request,
  response: Response,
): Promise<void> {
  if (!route.reads || route.reads.length === 0) return;
  const wait = waitOf(request);
  const incomplete = await completeness.incomplete(route.reads, wait * 1000);
  if (incomplete) throw refusal(incomplete);
  if (wait > 0) response.set('Preference-Applied', 'wait');
}
