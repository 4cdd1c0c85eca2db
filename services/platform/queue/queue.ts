import { type JobsOptions, Queue, QueueEvents } from 'bullmq';
import type { Logger } from '../logger.ts';
import { logRepeatedErrors, postgresBackend, type QueueBackend, redisBackend } from './backend.ts';
import { type JobHandler, type QueueWorker, startWorker } from './worker.ts';

export type { JobHandler, QueueWorker } from './worker.ts';

export interface QueueSettings {
  /** Redis carries the queues if set, otherwise Postgres does. */
  readonly redisUrl: string | null;
  readonly databaseUrl: string;
  readonly logger: Logger;
  /**
   * Postgres sessions; each worker and listener holds one. A burst of finished jobs takes all, and a new one uses up to
   * 200 ms of processor time until it has run BullMQ's functions once.
   */
  readonly maxConnections?: number;
}

/** A job is only a hint: it may be lost, duplicated or late. It has ids and positions, no personal data. */
export interface Queues {
  readonly backend: 'redis' | 'postgres';
  /** The same object at each call. Adding throws at once while Redis is unavailable. */
  queue<Data = unknown>(name: string): Queue<Data>;
  /** Starts processing jobs of this queue. Another worker takes over the jobs of a killed one in under ten seconds. */
  worker<Data = unknown>(name: string, handler: JobHandler<Data>, options?: { concurrency?: number }): QueueWorker;
  /** A new listener for the events of a queue, for `job.waitUntilFinished`. */
  events(name: string): QueueEvents;
  /** Resolves when the backend answers, rejects within two seconds otherwise. For `/readyz`. */
  ping(): Promise<unknown>;
  /** The statistics of Redis (`INFO`); null if Postgres carries the queues. Rejects as `ping` does. */
  info(): Promise<string | null>;
  /** Closes workers first, then listeners, queues and connections. */
  close(): Promise<void>;
}

/** The queue's backend cannot be reached. Nothing was added, unless the connection broke during the call. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
}

const JOB_DEFAULTS: JobsOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { age: 3_600, count: 500 },
  removeOnFail: { age: 7 * 24 * 3_600, count: 2_000 },
};

/** On Postgres it first creates or upgrades the schema `bullmq`, and throws if Postgres is unavailable. */
export async function createQueues(settings: QueueSettings): Promise<Queues> {
  const logger = settings.logger.child({ part: 'queues' });
  const backend = settings.redisUrl
    ? await redisBackend(settings.redisUrl, logger)
    : await postgresBackend(settings.databaseUrl, settings.maxConnections ?? 16, logger);
  const queues = new Map<string, Queue>();
  const workers: QueueWorker[] = [];
  const listeners: QueueEvents[] = [];
  return {
    backend: backend.kind,
    queue<Data>(name: string): Queue<Data> {
      const queue = queues.get(name) ?? openQueue(backend, name, logger, () => queues.delete(name));
      queues.set(name, queue);
      return queue as Queue<Data>;
    },
    worker(name, handler, { concurrency = 1 } = {}) {
      const worker = startWorker(backend, name, handler, { concurrency, logger });
      workers.push(worker);
      return worker;
    },
    events(name) {
      const events = new QueueEvents(name, { connection: backend.connection('worker') }, backend.factory);
      events.on('error', logRepeatedErrors(logger, { queue: name }));
      listeners.push(events);
      return events;
    },
    ping: () => backend.ping(),
    info: () => backend.info(),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.allSettled([...listeners, ...queues.values()].map((it) => it.close()));
      await backend.close();
    },
  };
}

/** `onBroken`: on Postgres a queue that was opened during an outage stays broken and must be discarded. */
function openQueue(backend: QueueBackend, name: string, logger: Logger, onBroken: () => void): Queue {
  const queue = new Queue(
    name,
    { connection: backend.connection('caller'), defaultJobOptions: JOB_DEFAULTS },
    backend.factory,
  );
  queue.on('error', logRepeatedErrors(logger, { queue: name }));
  queue.waitUntilReady().catch(onBroken);
  const assertAvailable = (): void => {
    if (backend.isUnavailable()) throw new QueueUnavailable(`the queue ${name} cannot be reached`);
  };
  const add = queue.add.bind(queue);
  const addBulk = queue.addBulk.bind(queue);
  /** A command in progress when the connection broke fails with the client's own message. */
  const orUnavailable = (error: unknown): never => {
    assertAvailable();
    throw error;
  };
  queue.add = async (...job) => {
    assertAvailable();
    return add(...job).catch(orUnavailable);
  };
  queue.addBulk = async (jobs) => {
    assertAvailable();
    return addBulk(jobs).catch(orUnavailable);
  };
  return queue;
}
