import type { Limits } from '@fynbos/application/auth/limits.ts';
import { recordedFact, reservation } from '@fynbos/application/rentals/lookups.ts';
import { rentalEventRecorder } from '@fynbos/application/rentals/record-rental-events.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { waitForReadModels } from '../http/mount.ts';
import { HttpRefusal } from '../http/problem.ts';
import { assertSavingWorks } from '../http/saving-paused.ts';
import type { Services } from '../http/services.ts';
import { storedRentalEvent } from './parse-rental-event.ts';
import { authenticate, RentalEventsCall } from './rental-events-call.ts';

/** Maximum number of concurrent streams of a process, and of one key. Each may hold two batches in memory. */
const MAX_STREAMS = 100;
const MAX_STREAMS_PER_KEY = 10;

/** The integration API: authenticated by API keys, with bodies as streams. `integration-calls.ts` describes it. */
export function integrationsRouter(services: Services, limits: Limits): Router {
  const { log, db } = services;
  const recorder = rentalEventRecorder(services);
  const maxPerPerson = Math.min(MAX_STREAMS, limits.scaled(MAX_STREAMS_PER_KEY));
  const streams = new ConcurrencyLimit({ max: MAX_STREAMS, maxPerPerson, waitMs: 0 });

  const postRentalEvents: Handler = async (request, response) => {
    const holder = await authenticate({ log, limits }, request, 'rental-events:write');
    assertSavingWorks(services);
    const call = new RentalEventsCall(services, recorder, holder, request, response);
    if (request.is('application/x-ndjson')) await streams.run(holder.keyId, () => call.answerStream());
    else if (request.is('application/json')) await call.answerJson();
    else throw new HttpRefusal(415, 'content-type', 'Send the body as application/json or application/x-ndjson.');
  };

  const getRentalEvent: Handler = async (request, response) => {
    const { integratorId } = await authenticate({ log, limits }, request, 'rental-events:read');
    await waitForReadModels(services, [rentalEvents.name], request, response);
    const { type, data, position, metadata } = await recordedFact(
      services,
      integratorId,
      String(request.params.eventId),
    );
    response.json({ ...storedRentalEvent(type, { ...data }, metadata.recordedAt), position });
  };

  const getReservation: Handler = async (request, response) => {
    const { integratorId, scopes } = await authenticate({ log, limits }, request, 'rental-events:read');
    await waitForReadModels(services, [rentals.name, incentives.name], request, response);
    const reservationNo = String(request.params.reservationNo);
    const found = await reservation(db, reservationNo);
    if (!found || (found.rental.integratorId !== integratorId && !scopes.includes('rental-events:any')))
      throw new DomainError('not-found', 'rental.unknown', 'Reservation not found.');
    const facts = found.rental.facts.map(({ type, recordedAt, ...data }) => storedRentalEvent(type, data, recordedAt));
    response.json({ reservationNo, facts, decision: found.decision });
  };

  const router = Router();
  router.post('/integrations/rental-events', guarded(postRentalEvents));
  router.get('/integrations/rental-events/:eventId', guarded(getRentalEvent));
  router.get('/integrations/reservations/:reservationNo', guarded(getReservation));
  return router;
}

type Handler = (request: Request, response: Response) => Promise<void>;

const guarded =
  (handle: Handler): RequestHandler =>
  (request, response, next: NextFunction) => {
    handle(request, response).catch(next);
  };
