import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { NotSent } from '@fynbos/platform/messages/delivery.ts';
import type { SendPush } from '@fynbos/platform/messages/web-push.ts';
import type { Pool } from 'pg';
import { handle } from '../handle.ts';
import type { Message } from './messages/compose.ts';
import type { Notice } from './notices.ts';

interface PushParts {
  readonly db: Pool;
  readonly push: SendPush | null;
  readonly composer: { readonly log: EventLog };
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Sends a notification to the agent's devices (N4). A device that its push service no longer knows is removed. Throws
 * `NotSent` if a device can be tried again; the next attempt leaves the others out. Throws another Error if no device was
 * reached.
 */
export async function sendToDevices(
  { db, push, composer, logger, now }: PushParts,
  { noticeId, streamId, correlationId, reached }: Notice,
  { subject: title, text: body, push: target }: Message,
): Promise<void> {
  if (!push || !target) return;
  const message = { id: noticeId, title, body, url: target.url };
  const devices = target.devices.filter(({ pushId }) => !reached.includes(pushId));
  const results = await Promise.allSettled(devices.map((device) => push(device, message)));
  for (const [index, { pushId }] of devices.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled' || result.value !== 'gone') continue;
    const context = { actor: { kind: 'system', id: 'notices' }, now: now(), correlationId } as const;
    const command = { type: 'UnsubscribePush', pushId, why: 'gone' } as const;
    // The notice has been sent; the next one finds the device again.
    await handle(composer.log, agentDecider, streamId, command, context).catch((err: unknown) =>
      logger.warn({ noticeId, err }, 'a device that is gone could not be removed'),
    );
  }
  const failures = results.map((result) => (result.status === 'rejected' ? result.reason : null));
  const canRetry = (failure: unknown): boolean => failure instanceof NotSent && !failure.final;
  const done = devices.filter((_, index) => !canRetry(failures[index])).map(({ pushId }) => pushId);
  await db.query('update notices.notices set reached = reached || $2::uuid[] where "noticeId" = $1', [noticeId, done]);
  const failed = failures.find(canRetry) ?? (failures.every(Boolean) && reached.length === 0 && failures[0]);
  if (failed) throw failed;
}
