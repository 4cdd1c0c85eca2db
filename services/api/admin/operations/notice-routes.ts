import { DomainError } from '@fynbos/domain/errors.ts';
import { deadLetter, dropNotice, sendAgain } from '@fynbos/reactors/notices/dead-letter.ts';
import { NOTICE_KINDS } from '@fynbos/reactors/notices/notices.ts';
import { z } from 'zod';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../http/services.ts';

const tag = 'Operations';
const see = { admin: 'replay:run' } as const;
const mend = { admin: 'parked-keys:mend' } as const;

const uuid = z.uuid();

/** The id in the path; what is no id is in no dead letter. */
function idOf(params: Readonly<Record<string, unknown>>): string {
  const { success, data } = uuid.safeParse(params.id);
  if (!success)
    throw new DomainError('not-found', 'notice.not-dead', 'This notice is not in the dead letter (any more).');
  return data;
}

/** The dead letter: mails and SMS that were given up or whose fate is unknown; each is sent again or dropped by a person. */
export function noticeRoutes({ pool, notices, now, logger }: Services): Route[] {
  const list = route({
    method: 'get',
    paths: ['/admin/operations/notices'],
    who: see,
    summary: 'Mails and SMS that were given up or are of unknown fate, the oldest 200; without words and addresses',
    tag,
    answer: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(NOTICE_KINDS),
        channel: z.enum(['email', 'sms']),
        streamId: z.string(),
        attempts: z.int(),
        error: z.string().nullable(),
        mayHaveLeft: z.boolean(),
        since: z.string(),
      }),
    ),
    handle: async () => ({ body: [...(await deadLetter(pool))] }),
  });

  const again = route({
    method: 'post',
    paths: ['/admin/operations/notices/{id}/send-again'],
    who: mend,
    summary: 'Send a notice of the dead letter again',
    tag,
    handle: async ({ params, context }) => {
      const noticeId = idOf(params);
      await sendAgain({ pool, notices }, noticeId, now());
      logger.info({ noticeId, adminId: context.actor.id }, 'a notice of the dead letter is sent again');
      return { body: { message: 'It is sent again now.' } };
    },
  });

  const drop = route({
    method: 'post',
    paths: ['/admin/operations/notices/{id}/drop'],
    who: mend,
    summary: 'Drop a notice of the dead letter that nobody needs any more',
    tag,
    handle: async ({ params, context }) => {
      const noticeId = idOf(params);
      await dropNotice(pool, noticeId, now());
      logger.info({ noticeId, adminId: context.actor.id }, 'a notice of the dead letter was dropped');
      return { body: { message: 'It is dropped.' } };
    },
  });

  return [list, again, drop];
}
