import { forbidden, unauthenticated } from '@fynbos/application/caller.ts';
import type { Limit, Limits } from '@fynbos/application/sign-in/limits.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { momentOf } from '../http/demo-clock.ts';
import { HttpRefusal, refusalOf } from '../http/problem.ts';
import { assertSavingWorks } from '../http/saving-paused.ts';
import type { Services } from '../http/services.ts';
import { validate } from '../http/validate.ts';
import { type ApiKeyHolder, holderOf } from '../integrators/api-keys.ts';
import type { OpenCall } from '../integrators/calls/call-log.ts';
import { callLogOf } from '../integrators/calls/shared.ts';
import { wholeBody } from '../ndjson/body.ts';
import { type AnswerLines, exchangeLines } from '../ndjson/ndjson-exchange.ts';
import { reauthorize } from '../ndjson/reauthorize.ts';
import { Turns } from '../reports/turns.ts';
import { rentalEventsQuery } from './described.ts';
import { DRY_RUN_FULL, DryRun } from './dry-run.ts';
import { RESERVATION_READS, storedEvent, storedReservation } from './lookups.ts';
import type { ItemAnswer, Sender } from './record.ts';
import { recorderOf } from './recorder.ts';
import { type ParsedItem, rentalEventParser } from './rental-event-schema.ts';
import { turnsOfItems } from './turns.ts';

const MOST_ITEMS = 1000;
/** A thousand items of the longest texts. */
const ARRAY_BYTES = 4 * 1024 * 1024;
/** For a key; items are not counted. */
const CALLS: Limit = { name: 'api-key', most: 600, seconds: 60 };

/** Streams at once in a process: of all keys, and of one. Each may hold two batches in memory. */
const MOST_STREAMS = 100;
const MOST_EACH = 10;

const STATUS_OF = { recorded: 201, duplicate: 200, conflict: 409, rejected: 422, unavailable: 503 } as const;

/** The integration API: API keys instead of sessions, bodies as streams. */
export function integrationsRouter(services: Services, limits: Limits): Router {
  const { log, pool, now } = services;
  const recorder = recorderOf(log, pool);
  const calls = callLogOf(services);
  const mostEach = Math.min(MOST_STREAMS, limits.scaled(MOST_EACH));
  const streams = new Turns({ most: MOST_STREAMS, mostEach, waitMs: 0 });

  const knownHolder = async (request: Request): Promise<ApiKeyHolder> => {
    const [, key] = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '') ?? [];
    const found = key === undefined ? null : await holderOf(log, key);
    if (found === null) throw unauthenticated('A valid API key is needed.');
    return found;
  };

  const holder = async (request: Request, scope: IntegratorScope): Promise<ApiKeyHolder> => {
    const found = await knownHolder(request);
    await limits.takeOften(CALLS, found.keyId);
    return withScope(found, scope);
  };

  const post = async (request: Request, response: Response): Promise<void> => {
    const caller = await holder(request, 'rental-events:write');
    assertSavingWorks(services);
    let sender = senderOf(caller);
    const isDryRun = validate(rentalEventsQuery, request.query).dryRun === 'true';
    const dryRun = isDryRun ? new DryRun() : undefined;
    response.once('close', () => dryRun?.end());
    const record = (items: readonly ParsedItem[]): Promise<ItemAnswer[]> => {
      const context = {
        actor: { kind: 'integrator' as const, id: caller.integratorId },
        ...momentOf(request, services),
        correlationId: request.correlationId,
      };
      return recorder.record(items, sender, context, dryRun);
    };
    const begun = (form: OpenCall['form']): OpenCall => {
      const { integratorId, keyId } = caller;
      const call = calls.open({ integratorId, keyId, at: now(), form, dryRun: isDryRun });
      response.once('close', () => calls.close(call, response.statusCode));
      return call;
    };
    const stream = async (): Promise<void> => {
      const call = begun('stream');
      const inTurn = turnsOfItems();
      const allowed = reauthorize(async () => {
        sender = senderOf(withScope(await knownHolder(request), 'rental-events:write'));
      });
      const take: AnswerLines = async (lines, before) => {
        const parse = rentalEventParser(now());
        const items = lines.map(
          (line): ParsedItem =>
            line.ok ? parse(line.value) : { ok: false, eventId: null, errors: [{ path: '', message: line.message }] },
        );
        await inTurn(items, before);
        const answers = await record(items);
        calls.note(
          call,
          answers,
          lines.map((line) => (line.ok ? line.value : undefined)),
        );
        return answers;
      };
      const noMore = () => (dryRun?.isFull ? DRY_RUN_FULL : allowed());
      await exchangeLines(request, response, take, { sender: caller.keyId, noMore });
    };
    if (request.is('application/x-ndjson')) {
      await streams.run(caller.keyId, stream);
      return;
    }
    if (!request.is('application/json')) {
      throw new HttpRefusal(415, 'content-type', 'Send the body as application/json or application/x-ndjson.');
    }
    const body = parseJson(await wholeBody(request, ARRAY_BYTES));
    const call = begun(Array.isArray(body) ? 'array' : 'object');
    if (!Array.isArray(body)) {
      const answers = await record([rentalEventParser(now())(body)]);
      calls.note(call, answers, [body]);
      answerOne(response, answers[0] as ItemAnswer);
      return;
    }
    if (body.length === 0) throw new DomainError('invalid', 'empty', 'The array is empty.');
    if (body.length > MOST_ITEMS) throw new HttpRefusal(413, 'too-many', `At most ${MOST_ITEMS} items in an array.`);
    const answers = await record(body.map(rentalEventParser(now())));
    calls.note(call, answers, body);
    answerMany(response, answers);
  };

  const wait = async (request: Request, response: Response, reads: readonly string[]): Promise<void> => {
    const after = request.get('x-read-after');
    if (after && !(await services.readAfter.waitFor(after, reads))) response.set('X-Stale', 'true');
  };

  const getEvent = async (request: Request, response: Response): Promise<void> => {
    const caller = await holder(request, 'rental-events:read');
    await wait(request, response, [rentalEvents.name]);
    response.json(await storedEvent(services, caller, String(request.params.eventId)));
  };

  const getReservation = async (request: Request, response: Response): Promise<void> => {
    const caller = await holder(request, 'rental-events:read');
    await wait(request, response, RESERVATION_READS);
    response.json(await storedReservation(services, caller, String(request.params.reservationNo)));
  };

  const router = Router();
  router.post('/integrations/rental-events', guarded(post));
  router.get('/integrations/rental-events/:eventId', guarded(getEvent));
  router.get('/integrations/reservations/:reservationNo', guarded(getReservation));
  return router;
}

function withScope(holder: ApiKeyHolder, scope: IntegratorScope): ApiKeyHolder {
  if (!holder.scopes.includes(scope)) throw forbidden(`The API key needs the scope ${scope}.`);
  return holder;
}

const senderOf = ({ integratorId, scopes }: ApiKeyHolder): Sender => ({
  integratorId,
  anyReservation: scopes.includes('rental-events:any'),
});

const guarded =
  (handle: (request: Request, response: Response) => Promise<void>): RequestHandler =>
  (request, response, next: NextFunction) => {
    response.set('Cache-Control', 'no-store');
    handle(request, response).catch(next);
  };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpRefusal(400, 'not-json', 'The body is not JSON.');
  }
}

/** One object: 201, 200, 409 or 422, the last two as a problem that bears the item's answer too. */
function answerOne(response: Response, answer: ItemAnswer): void {
  const status = STATUS_OF[answer.result];
  const body = { index: 0, ...answer };
  if (answer.position !== undefined) response.set('X-Position', answer.position);
  if (status < 400) {
    response.status(status).json(body);
    return;
  }
  if (status === 503) response.set('Retry-After', '2');
  const errors = (answer.errors ?? []).map((error) => ({ field: error.path, ...error }));
  const message =
    errors[0]?.message ??
    refusalOf(new HttpRefusal(status, 'unavailable', 'Send it again in a moment.')).problem.message;
  const problem = { type: `urn:fynbos:problem:${answer.result}`, title: answer.result, status, message };
  response
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, ...body, errors }));
}

function answerMany(response: Response, answers: readonly ItemAnswer[]): void {
  const positions = answers.flatMap(({ position }) => position ?? []).sort();
  const last = positions.at(-1);
  if (last !== undefined) response.set('X-Position', last);
  response.status(207).json(answers.map((answer, index) => ({ index, ...answer })));
}
