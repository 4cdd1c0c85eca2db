import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sharedFor } from './shared-for.ts';

/** For Prometheus, all `fynbos_…`. Labels are names of kinds, never an id or personal data. */
export const metrics = new Registry();

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const callSeconds = new Histogram({
  name: 'fynbos_call_seconds',
  help: 'Calls of the API, by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: BUCKETS_SECONDS,
  registers: [metrics],
});

export const appendSeconds = new Histogram({
  name: 'fynbos_append_seconds',
  help: 'Appends to the event store, each of one or many streams',
  labelNames: ['outcome'] as const,
  buckets: BUCKETS_SECONDS,
  registers: [metrics],
});

export const appendedEvents = new Counter({
  name: 'fynbos_appended_events_total',
  help: 'Events that were appended',
  registers: [metrics],
});

export const batchSeconds = new Histogram({
  name: 'fynbos_batch_seconds',
  help: 'Batches that read models and reactions processed',
  labelNames: ['follower'] as const,
  buckets: BUCKETS_SECONDS,
  registers: [metrics],
});

export const processedEvents = new Counter({
  name: 'fynbos_taken_events_total',
  help: 'Events in the batches that read models and reactions processed',
  labelNames: ['follower'] as const,
  registers: [metrics],
});

export const logMismatch = new Gauge({
  name: 'fynbos_log_mismatch',
  help: '1 while the event log lacks events that were processed, or is another log: nothing is written',
  registers: [metrics],
});

/** Also collects Node's own (memory, event loop, garbage collection). */
export function nameMetrics(service: string): void {
  metrics.setDefaultLabels({ service });
  collectDefaultMetrics({ register: metrics });
}

/** Milliseconds for which results are shared: a scrape costs queries, and a thousand scrapes then cost no more. */
export const METRICS_FRESH_MS = 1_000;

/**
 * Also serves `/healthz`. Does nothing without `METRICS_PORT`. Called once the process has started. `text`: the
 * metrics, by default this process's. Returns a function that stops the server. Throws if the port is in use.
 */
export async function serveMetrics(
  { metricsPort, host }: { readonly metricsPort: number | undefined; readonly host: string | undefined },
  text: () => Promise<string> = () => metrics.metrics(),
): Promise<() => Promise<void>> {
  if (metricsPort === undefined) return async () => undefined;
  const shared = sharedFor(METRICS_FRESH_MS, text);
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"alive"}');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    shared().then(
      (figures) => response.writeHead(200, { 'content-type': metrics.contentType }).end(figures),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(metricsPort, host, resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
