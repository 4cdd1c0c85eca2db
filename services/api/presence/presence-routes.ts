import { aggregates } from '@fynbos/application/audit/aggregates.ts';
import { adminOf, forbidden } from '@fynbos/application/caller.ts';
import { notePresence } from '@fynbos/application/presence/presence.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { presenceAnswer } from './answers.ts';

const resources = aggregates.map(({ resource }): string => resource);
const record = z
  .string('The record is missing.')
  .max(200, 'Record not found.')
  .regex(/^[a-z-]+\/[\w:.-]+$/, 'Record not found.')
  .refine((text) => resources.includes(text.split('/')[0] ?? ''), 'Record not found.');

export const presenceRoutes = tagged('People', [
  route.post('/admin/presence', {
    who: 'administrator',
    summary: 'Report that a record is open; shows who else has it open or edits it. Nothing is recorded',
    appendsNothing: true,
    body: z.object({ record, isEditing: z.boolean().default(false) }),
    answer: presenceAnswer,
    handle: async ({ caller, body }, services) => {
      const { adminId, roles } = adminOf(caller);
      const aggregate = aggregates.find(({ resource }) => body.record.startsWith(`${resource}/`));
      if (!aggregate || grantOf(roles, aggregate.permission) === null) throw forbidden();
      return { body: await notePresence(services, { ...body, adminId }) };
    },
  }),
]);
