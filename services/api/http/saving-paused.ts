import { WrongLog } from '@fynbos/event-store/log-gate.ts';
import type { RequestHandler } from 'express';
import { HttpRefusal } from './problem.ts';
import type { Services } from './services.ts';

/**
 * On every answer of the API while the event store is away or its log is the wrong one: since when, ISO 8601 UTC. Pages show it as a banner and take it
 * down with the first answer without it.
 */
const SAVING_PAUSED_SINCE = 'X-Saving-Paused-Since';
const RETRY_AFTER = 5;

/** Says on each answer, when its head is written, whether changes can be saved. */
export const announcePausedSaving =
  ({ storeAwaySince, gate }: Pick<Services, 'storeAwaySince' | 'gate'>): RequestHandler =>
  (_request, response, next) => {
    const writeHead = response.writeHead;
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      const since = gate.refusedSince ?? storeAwaySince();
      if (since !== null) response.setHeader(SAVING_PAUSED_SINCE, since.toISOString());
      return writeHead.apply(response, head);
    }) as typeof writeHead;
    next();
  };

/** Refuses a command at once while the event store is away, or its log is the wrong one: 503 with Retry-After. */
export function assertSavingWorks({ storeAwaySince, gate }: Pick<Services, 'storeAwaySince' | 'gate'>): void {
  // Whatever a command would find in the wrong log, that is what its caller has to know.
  if (gate.refusal) throw new WrongLog(gate.refusal.message);
  if (storeAwaySince() !== null)
    throw new HttpRefusal(
      503,
      'saving-paused',
      'Changes cannot be saved right now, and nothing was changed. Try again in a moment.',
      RETRY_AFTER,
    );
}
