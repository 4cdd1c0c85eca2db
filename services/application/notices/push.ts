import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { SendPush } from '@fynbos/platform/messages/web-push.ts';
import { handle } from '../handle.ts';
import type { Message } from './messages/compose.ts';
import type { Notice } from './notices.ts';

interface PushParts {
  readonly push: SendPush | null;
  readonly composer: { readonly log: EventLog };
  readonly logger: Logger;
  readonly now: () => Date;
}

/**
 * Sends a notification to the agent's devices (N4). A device that its push service no longer knows is removed. Throws
 * only if no device was reached: after a partial success a retry would repeat the notification on the others.
 */
export async function sendToDevices(
  { push, composer, logger, now }: PushParts,
  { noticeId, streamId, correlationId }: Notice,
  { subject: title, text: body, push: target }: Message,
): Promise<void> {
  if (!push || !target) return;
  const message = { id: noticeId, title, body, url: target.url };
  const results = await Promise.allSettled(target.devices.map((device) => push(device, message)));
  for (const [index, { pushId }] of target.devices.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled' || result.value !== 'gone') continue;
    const at = now();
    const context = { actor: { kind: 'system', id: 'notices' }, now: at, correlationId } as const;
    const command = { type: 'UnsubscribePush', at: at.toISOString(), pushId, why: 'gone' } as const;
    // The notice has been sent; the next one finds the device again.
    await handle(composer.log, agentDecider, streamId, command, context).catch((err: unknown) =>
      logger.warn({ noticeId, err }, 'a device that is gone could not be removed'),
    );
  }
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected' && !results.some(({ status }) => status === 'fulfilled')) throw failed.reason;
}
