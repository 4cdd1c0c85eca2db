import { type AdminState, adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { DecodeOptions } from '@fynbos/event-store/codec.ts';
import { load, loadMany } from '../handle.ts';
import type { Application } from '../services.ts';

type Log = Pick<Application, 'log'>;

/** An administrator's current state; the initial state for an unknown one. Throws `StoreUnavailable`. */
export const loadAdmin = async ({ log }: Log, adminId: number, options?: DecodeOptions): Promise<AdminState> =>
  (await load(log, adminDecider, adminStreamOf(adminId), options)).state;

/** Many administrators with their names, by id, in one round trip. Throws `StoreUnavailable`. */
export async function loadAdmins({ log }: Log, adminIds: readonly number[]): Promise<ReadonlyMap<number, AdminState>> {
  const loaded = await loadMany(log, adminDecider, adminIds.map(adminStreamOf));
  return new Map(adminIds.map((id) => [id, loaded.get(adminStreamOf(id))?.state ?? adminDecider.initial]));
}
