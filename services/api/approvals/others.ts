import { adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Services } from '../http/services.ts';

/** How many administrators other than this one hold a permission now: who there is by the read model, their rights by the events. */
export async function othersHolding(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  permission: Permission,
  by: number,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`select id from ${readModelTable(admins).sql} where id <> $1`, [
    by,
  ]);
  const streams = await log.readStreams(rows.map(({ id }) => adminStream(id)));
  return [...streams.values()].filter(({ events }) => {
    const { status, roles } = fold(adminDecider, adminDecider.initial, events as unknown as readonly AdminEvent[]);
    return status === 'enabled' && grantOf(roles, permission) !== null;
  }).length;
}
