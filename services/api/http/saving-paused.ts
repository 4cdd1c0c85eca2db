import { WrongLog } from '@fynbos/event-store/log-gate.ts';
import type { RequestHandler } from 'express';
import { HttpRefusal } from './problem.ts';
import type { Services } from './services.ts';

/** On every API answer while saving is paused: the start, ISO 8601 UTC. Pages remove their banner without it. */
const SAVING_PAUSED_SINCE = 'X-Saving-Paused-Since';
const RETRY_AFTER = 5;

/** Adds the header to each answer while saving is paused, at the time the answer's head is written. */
export const announcePausedSaving =
  ({ storeUnavailableSince, gate }: Pick<Services, 'storeUnavailableSince' | 'gate'>): RequestHandler =>
  (_request, response, next) => {
    const writeHead = response.writeHead;
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      const since = gate.refusedSince ?? storeUnavailableSince();
      if (since !== null) response.setHeader(SAVING_PAUSED_SINCE, since.toISOString());
      return writeHead.apply(response, head);
    }) as typeof writeHead;
    next();
  };

/** Throws 503 with Retry-After while the event store is unavailable or its log is the wrong one. */
export function assertSavingWorks({
  storeUnavailableSince,
  gate,
}: Pick<Services, 'storeUnavailableSince' | 'gate'>): void {
  // Checked first: the wrong log outweighs any other result of a command.
  if (gate.refusal) throw new WrongLog(gate.refusal.message);
  if (storeUnavailableSince() !== null)
    throw new HttpRefusal(
      503,
      'saving-paused',
      'Changes cannot be saved right now, and nothing was changed. Try again in a moment.',
      RETRY_AFTER,
    );
}
