import { randomUUID } from 'node:crypto';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { VIEW_LISTS, type ViewList } from '@fynbos/domain/saved-views/lists.ts';
import {
  type SavedView,
  type SavedViews,
  savedViewsDecider,
  savedViewsStreamOf,
  type VersionedView,
  VIEW_MESSAGES,
} from '@fynbos/domain/saved-views/saved-views.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { adminIds } from '@fynbos/projections/admins/queries.ts';
import { adminNames } from '../audit/names.ts';
import { type AdminCaller, forbidden } from '../caller.ts';
import { loadMany, sender } from '../handle.ts';
import type { Stores } from '../services.ts';

type Reader = Pick<AdminCaller, 'adminId' | 'roles'>;

const sendToViews = sender(savedViewsDecider, savedViewsStreamOf);

/** The saved views of every administrator, by id. */
export async function allSavedViews({ log, db }: Stores): Promise<ReadonlyMap<number, SavedViews>> {
  const ids = await adminIds(db);
  const found = await loadMany(log, savedViewsDecider, ids.map(savedViewsStreamOf));
  return new Map(
    ids.flatMap((id) => {
      const loaded = found.get(savedViewsStreamOf(id));
      return loaded ? [[id, loaded.state] as const] : [];
    }),
  );
}

/** Whether the roles see a list. */
const maySee = ({ roles }: Pick<Reader, 'roles'>, list: ViewList): boolean => grantOf(roles, VIEW_LISTS[list]) !== null;

/** Whether an administrator sees a view: it is of a list that the roles see, and shared or the administrator's own. */
export const maySeeView = (reader: Reader, view: SavedView, ownerId: number): boolean =>
  maySee(reader, view.list) && (ownerId === reader.adminId || view.scope === 'everyone');

/**
 * Own and shared ones, of one list or all, by name (V3). Removable by the owner and by who may change administrators.
 */
export async function visibleViews(services: Stores, reader: Reader, list?: ViewList) {
  const all = await allSavedViews(services);
  const alerts = all.get(reader.adminId)?.alerts ?? new Map();
  const visible = [...all].flatMap(([ownerId, { views }]) =>
    views
      .filter((view) => (list === undefined || view.list === list) && maySeeView(reader, view, ownerId))
      .map((view) => ({ view, ownerId })),
  );
  const nameOf = await adminNames(
    services.log,
    visible.map(({ ownerId }) => ownerId),
  );
  const mayChangeAdmins = grantOf(reader.roles, 'admins:change') !== null;
  return visible
    .map(({ view, ownerId }) => ({
      ...view,
      ownerId,
      ownerName: nameOf(ownerId),
      isOwn: ownerId === reader.adminId,
      mayRemove: ownerId === reader.adminId || mayChangeAdmins,
      isAlertOn: alerts.has(view.viewId),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-ZA'));
}

/** A view that the administrator sees. Throws `view.unknown`. */
export async function seenView(services: Stores, reader: Reader, viewId: string) {
  const found = (await visibleViews(services, reader)).find((view) => view.viewId === viewId);
  if (!found) throw new DomainError('not-found', 'view.unknown', VIEW_MESSAGES.unknown);
  return found;
}

type Fields = Pick<SavedView, 'list' | 'scope' | 'name' | 'search'>;

/** Stores a view, new or changed, of the administrator `adminId`. */
async function save(
  services: Stores,
  adminId: number,
  view: SavedView & { readonly version: number | null },
  context: CommandContext,
) {
  return {
    viewId: view.viewId,
    position: await sendToViews(services, adminId, { type: 'SaveView', ...view }, context),
  };
}

/** Saves a new view of a list that the administrator sees. Throws 403 and the decider's `DomainError`. */
export async function addView(services: Stores, reader: Reader, fields: Fields, context: CommandContext) {
  if (!maySee(reader, fields.list)) throw forbidden();
  return save(services, reader.adminId, { viewId: randomUUID(), ...fields, version: null }, context);
}

/**
 * Renames, shares or refilters an own view. `version`: the one that the administrator saw. Throws `view.unknown`, 403
 * for the view of another administrator, and `staleRecord`.
 */
export async function changeView(
  services: Stores,
  reader: Reader,
  {
    viewId,
    version,
    ...fields
  }: Pick<VersionedView, 'viewId' | 'version'> & Partial<Pick<SavedView, 'name' | 'scope' | 'search'>>,
  context: CommandContext,
) {
  const { list, name, scope, search, isOwn } = await seenView(services, reader, viewId);
  if (!isOwn) throw forbidden();
  const view = { viewId, list, name, scope, search, ...fields, version };
  return save(services, reader.adminId, view, context);
}

/** Removes an own view; administrators who may change administrators also remove shared ones. Throws 403, 404. */
export async function removeView(
  services: Stores,
  reader: Reader,
  viewId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const { ownerId, mayRemove } = await seenView(services, reader, viewId);
  if (!mayRemove) throw forbidden();
  return sendToViews(services, ownerId, { type: 'RemoveView', viewId }, context);
}

/** Switches the e-mail alert of a view on or off for the administrator (V4). Throws `view.unknown`, `view.alert`. */
export async function switchViewAlert(
  services: Stores,
  reader: Reader,
  { viewId, isOn }: { readonly viewId: string; readonly isOn: boolean },
  context: CommandContext,
): Promise<Position | undefined> {
  const { list } = await seenView(services, reader, viewId);
  return sendToViews(services, reader.adminId, { type: 'SwitchViewAlert', viewId, list, isOn }, context);
}
