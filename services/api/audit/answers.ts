import { z } from 'zod';

const instant = z.iso.datetime();
const actorKind = z.enum(['agent', 'admin', 'integrator', 'system', 'visitor']);
const actor = z.object({ kind: actorKind, id: z.string() });
const namedActor = actor.extend({ name: z.string() });

/** A record of `GET /admin/audit-log`. */
export const auditAnswer = z.object({
  id: z.string(),
  position: z.string(),
  recordedAt: instant,
  type: z.string(),
  aggregate: z.string(),
  streamId: z.string(),
  revision: z.int(),
  actorKind,
  actorId: z.string(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  reason: z.string().nullable(),
  fields: z.array(z.string()),
  outcome: z.enum(['done', 'refused']),
  detail: z.string().nullable(),
  demo: z.boolean(),
});

/** `GET /admin/events`: a page of the log. */
export const eventsAnswer = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      streamId: z.string(),
      revision: z.int(),
      position: z.string(),
      recordedAt: instant,
      actor: namedActor,
    }),
  ),
  /** The position of the next page; null where there is none. */
  next: z.string().nullable(),
  atEnd: z.boolean(),
});

/** A record of `GET /admin/event-types`. */
export const eventTypeAnswer = z.object({ type: z.string(), aggregate: z.string(), version: z.int() });

/** `GET /admin/events/{id}`: the stored event, its neighbours in the stream and its causes and effects. */
export const eventAnswer = z.object({
  event: z.object({
    id: z.string(),
    type: z.string(),
    streamId: z.string(),
    revision: z.int(),
    position: z.string(),
    /** The fields depend on the type. `personal` is `sealed` where the event has personal data. */
    data: z.record(z.string(), z.unknown()),
    metadata: z.object({
      v: z.int(),
      recordedAt: instant,
      actor,
      correlationId: z.string(),
      causationId: z.string().optional(),
      reason: z.string().optional(),
      demo: z.literal(true).optional(),
      hash: z.string(),
      mac: z.string().optional(),
      /** Present where the network address is stored. */
      from: z.literal('sealed').optional(),
    }),
  }),
  actor: namedActor,
  /** Ids of the events before and after it in the stream. */
  previous: z.string().nullable(),
  next: z.string().nullable(),
  related: z.array(
    z.object({
      relation: z.enum(['cause', 'this', 'effect', 'same-call']),
      steps: z.int(),
      id: z.string(),
      type: z.string(),
      streamId: z.string(),
      recordedAt: instant,
    }),
  ),
});

/** A verification of the log with its progress or its result. */
export const verificationAnswer = z.object({
  id: z.string(),
  how: z.enum(['asked', 'nightly', 'command', 'signing']),
  state: z.enum(['running', 'done', 'failed']),
  done: z.int(),
  /** 0 while it is not known. */
  total: z.int(),
  result: z
    .object({
      intact: z.boolean(),
      events: z.int(),
      streams: z.int(),
      checkpoints: z.int(),
      covered: z.int(),
      /** Number of findings; at most 100 are listed. */
      count: z.int(),
      findings: z.array(
        z.object({
          kind: z.enum(['edited', 'removed', 'inserted', 'reordered', 'checkpoint']),
          streamId: z.string(),
          revision: z.int(),
          eventId: z.string().nullable(),
          position: z.string().nullable(),
          what: z.string(),
        }),
      ),
    })
    .nullable(),
  /** Name of the error that ended the verification. */
  error: z.string().nullable(),
  startedAt: instant,
  updatedAt: instant,
});

/** `GET /admin/proof`. */
export const proofAnswer = z.object({
  publicKey: z.string(),
  fingerprint: z.string(),
  /** The newest checkpoint; `events` is the number of events that the checkpoints cover. */
  checkpoint: z.object({ number: z.int(), events: z.int(), root: z.string(), signedAt: instant }).nullable(),
  verifications: z.array(verificationAnswer),
  /** Whether a checkpoint archive is configured. */
  secondPlace: z.boolean(),
});

/** `GET /admin/proof/keys`. */
export const masterKeysAnswer = z.object({
  masterKeys: z.array(z.object({ masterKeyId: z.string(), keys: z.int(), current: z.boolean() })),
});
