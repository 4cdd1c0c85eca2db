import { adminOf } from '@fynbos/application/caller.ts';
import { permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { INBOX_READS, listWork } from '@fynbos/projections/dashboard/inbox.ts';
import { type Route, route } from '../http/route.ts';
import { inboxAnswer } from './answers.ts';

/** `GET /admin/inbox`: the work that waits for the signed-in administrator, by kind. */
export const inboxRoute: Route = route.get('/admin/inbox', {
  who: 'signed-in',
  summary: 'List the open tasks of the signed-in administrator, most urgent first',
  tag: 'Dashboard',
  reads: INBOX_READS,
  answer: inboxAnswer,
  handle: async ({ caller }, { now, db }) => {
    const { adminId, roles } = adminOf(caller);
    const at = now();
    return { body: { at: at.toISOString(), items: await listWork(db, adminId, permissionsOf(roles), dayOf(at)) } };
  },
});
