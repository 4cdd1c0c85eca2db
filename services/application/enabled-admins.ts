import { type Administrator, adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { grantOf, type Permission } from '@fynbos/domain/admin/permissions.ts';
import { adminIds } from '@fynbos/projections/admins/queries.ts';
import { loadMany } from './handle.ts';
import type { Stores } from './services.ts';

/** Those enabled now. The read model lists their ids; their events decide. */
export async function loadEnabledAdmins({ db, log }: Stores): Promise<readonly Administrator[]> {
  const loaded = await loadMany(log, adminDecider, (await adminIds(db)).map(adminStreamOf), { personal: false });
  return [...loaded.values()].flatMap(({ state }) => (state.status === 'enabled' ? [state] : []));
}

/** Ids of the others who have a permission now. */
export async function approversOf(stores: Stores, permission: Permission, by: number): Promise<readonly number[]> {
  return (await loadEnabledAdmins(stores))
    .filter(({ adminId, roles }) => adminId !== by && grantOf(roles, permission) !== null)
    .map(({ adminId }) => adminId);
}
