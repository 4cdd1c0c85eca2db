import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import {
  assertInDeadLetter,
  deadLetter,
  dropNotice,
  notInDeadLetter,
  sendAgain,
} from '@fynbos/application/notices/dead-letter.ts';
import type { Stores } from '@fynbos/application/services.ts';
import { z } from 'zod';
import { type Call, route, tagged } from '../http/route.ts';
import { deadNoticeAnswer } from './answers.ts';

const maySee = { admin: 'replay:run' } as const;
const mayRetry = { admin: 'parked-keys:mend' } as const;

const uuid = z.uuid();

/** Records an action on the notice of the path. A value that is not an id has no dead letter. */
const recordNoticeAction = async ({ db, log }: Stores, call: Call, act: 'send-notice-again' | 'drop-notice') => {
  const { success, data: noticeId } = uuid.safeParse(call.params.id);
  if (!success) throw notInDeadLetter();
  await assertInDeadLetter(db, noticeId);
  return { noticeId, position: await recordAdminAction({ log }, call, { act, on: `notices/${noticeId}` }) };
};

const list = route.get('/admin/operations/notices', {
  who: maySee,
  summary: 'List e-mails and SMS that failed or have an unknown delivery: the oldest 200, without texts and addresses',
  answer: z.array(deadNoticeAnswer),
  handle: async (_call, { db }) => ({ body: [...(await deadLetter(db))] }),
});

const sendAgainRoute = route.post('/admin/operations/notices/{id}/send-again', {
  who: mayRetry,
  summary: 'Send an undelivered notice again',
  message: 'The notice is being sent again.',
  run: async (call, services) => {
    const { noticeId, position } = await recordNoticeAction(services, call, 'send-notice-again');
    await sendAgain(services, noticeId, services.now());
    services.logger.info({ noticeId, adminId: call.context.actor.id }, 'a notice of the dead letter is sent again');
    return position;
  },
});

const drop = route.post('/admin/operations/notices/{id}/drop', {
  who: mayRetry,
  summary: 'Discard an undelivered notice',
  message: 'The notice was discarded.',
  run: async (call, services) => {
    const { noticeId, position } = await recordNoticeAction(services, call, 'drop-notice');
    await dropNotice(services.db, noticeId, services.now());
    services.logger.info({ noticeId, adminId: call.context.actor.id }, 'a notice of the dead letter was dropped');
    return position;
  },
});

/** E-mails and SMS that were given up or have an unknown result. */
export const noticeRoutes = tagged('Operations', [list, sendAgainRoute, drop]);
