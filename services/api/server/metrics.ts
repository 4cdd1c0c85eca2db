import { storeKindOf } from '@fynbos/application/audit/checkpoints.ts';
import { logIntegrity } from '@fynbos/application/audit/verifications.ts';
import { deadNotices } from '@fynbos/application/notices/dead-letter.ts';
import { queueCounts } from '@fynbos/application/operations/queue-counts.ts';
import { METRICS_FRESH_MS, metrics } from '@fynbos/platform/metrics.ts';
import { sharedFor } from '@fynbos/platform/shared-for.ts';
import { subscriptionStatuses } from '@fynbos/projections/engine/status.ts';
import { countHeldRuns } from '@fynbos/projections/payouts/queries.ts';
import { Router } from 'express';
import pTimeout from 'p-timeout';
import { Gauge } from 'prom-client';
import type { Services } from '../http/services.ts';

const LIMIT_MS = 2_000;
const registers = [metrics];

// Names and labels of metrics stay as they are: dashboards and alerts of installations use them.
const perSubscription = (name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['follower', 'kind'] as const, registers });
const behindEvents = perSubscription(
  'fynbos_behind_events',
  'Events that a read model or a reaction has not processed yet, counted up to 1000',
);
const lag = perSubscription(
  'fynbos_lag_seconds',
  'Age of the oldest event that a read model or a reaction has not processed yet',
);
const blocked = perSubscription('fynbos_parked_keys', 'Blocked keys: an operator has to retry their events');
const jobs = new Gauge({
  name: 'fynbos_queue_jobs',
  help: 'Jobs of a queue, by state',
  labelNames: ['queue', 'state'] as const,
  registers,
});
const heldRuns = new Gauge({
  name: 'fynbos_held_payout_runs',
  help: 'Payout runs on hold: a person has to resume or cancel them',
  registers,
});
const liveGauges = [behindEvents, lag, blocked, jobs];

// Past times stay valid while Postgres does not answer. Values are Unix times; 0 means never.
const findings = new Gauge({
  name: 'fynbos_proof_findings',
  help: 'Number of findings of the last verification of the event log',
  registers,
});
const provenAt = new Gauge({
  name: 'fynbos_proof_time_seconds',
  help: 'Time when the event log was last verified',
  registers,
});
const signedAt = new Gauge({
  name: 'fynbos_signed_time_seconds',
  help: 'Time when the whole event log was last covered by signed checkpoints and the archive was up to date',
  registers,
});
const failedNotices = new Gauge({
  name: 'fynbos_dead_notices',
  help: 'Mails and SMS in the dead letter: given up, or possibly sent',
  labelNames: ['channel'] as const,
  registers,
});
// A gauge without labels starts at 0, which would end an alert while the value is unknown.
for (const gauge of [heldRuns, findings, provenAt, signedAt]) gauge.remove();
const unixSeconds = (time: Date | null): number => (time?.getTime() ?? 0) / 1000;

/** Reads figures of the whole product from the database and the queues. Skips those that do not answer in time. */
async function collect(services: Services): Promise<void> {
  const { db, log, config, now } = services;
  const [subscriptions, queues, standing, notices, held] = await Promise.all([
    subscriptionStatuses(db, log.store, now()),
    queueCounts(services),
    logIntegrity(db, storeKindOf(config.eventStoreUrl)),
    deadNotices(db),
    countHeldRuns(db),
  ]);
  findings.set(standing.findings ?? 0);
  provenAt.set(unixSeconds(standing.provenAt));
  signedAt.set(unixSeconds(standing.signedAt));
  for (const { channel, count } of notices) failedNotices.set({ channel }, count);
  for (const gauge of liveGauges) gauge.reset();
  heldRuns.set(held);
  for (const { name: follower, kind, ...status } of subscriptions) {
    behindEvents.set({ follower, kind }, status.behind);
    lag.set({ follower, kind }, status.lagMs / 1000);
    blocked.set({ follower, kind }, status.blockedKeys);
  }
  for (const { name: queue, ...counts } of queues)
    for (const [state, count] of Object.entries(counts)) if (count !== null) jobs.set({ queue, state }, count);
}

/** Metrics for Prometheus: of this process and, if known within `limitMs`, of all read models and queues. */
export async function metricsText(services: Services, limitMs = LIMIT_MS): Promise<string> {
  await pTimeout(collect(services), { milliseconds: limitMs }).catch(() => {
    for (const gauge of liveGauges) gauge.reset();
    heldRuns.remove();
  });
  return metrics.metrics();
}

/** Outside production only, because it reveals routes and queues. `freshMs`: how long callers share one reading. */
export function metricsRouter(services: Services, freshMs = METRICS_FRESH_MS, limitMs = LIMIT_MS): Router {
  const router = Router();
  const text = sharedFor(freshMs, () => metricsText(services, limitMs));
  router.get('/metrics', async (_request, response) => {
    response
      .set('Content-Type', metrics.contentType)
      .set('Cache-Control', 'no-store')
      .send(await text());
  });
  return router;
}
