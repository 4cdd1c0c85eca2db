import { hash, randomBytes, randomUUID } from 'node:crypto';
import { type AdminRole, isPermitted } from '@fynbos/domain/admin/permissions.ts';
import {
  type AuditPack,
  auditPackDecider,
  auditPackStreamOf,
  isLinkValid,
  linkInvalid,
  type SharedPack,
} from '@fynbos/domain/audit-pack/audit-pack.ts';
import { DAY_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { sameText } from '@fynbos/platform/crypto/tokens.ts';
import { streamsOfType } from '@fynbos/projections/audit-log/queries.ts';
import { loadAdmin } from '../admins/first-admins.ts';
import { adminNames, loadNames, streamsOfRecord } from '../audit/names.ts';
import type { AdminCaller } from '../caller.ts';
import { eventsOf, load, loadMany, sender } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';
import { packContent } from './content.ts';

const sendToPack = sender(auditPackDecider, auditPackStreamOf);
const SECRET_BYTES = 32;
const hashOf = (secret: string): string => hash('sha256', secret);

/** `expiresInDays`: 1 to 30. */
export interface AuditPackRequest extends Pick<AuditPack, 'from' | 'to' | 'records' | 'automatic'> {
  readonly expiresInDays: number;
}

/**
 * Returns the token: the id and a random secret, of which only the hash is stored (V5). Rejects with
 * `audit-pack.{field}`.
 */
export async function createAuditPack(
  services: Stores,
  caller: Pick<AdminCaller, 'adminId' | 'roles'>,
  { expiresInDays, ...request }: AuditPackRequest,
  context: CommandContext,
) {
  const packId = randomUUID();
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const createdAt = context.now.toISOString();
  const expiresAt = instantAfter(context.now, expiresInDays * DAY_MS);
  const pack = { ...request, packId, createdBy: caller.adminId, secretHash: hashOf(secret), createdAt, expiresAt };
  const command = { type: 'CreateAuditPack', ...pack } as const;
  auditPackDecider.decide(command, auditPackDecider.initial, createdAt);
  await packContent(services, pack, caller.roles);
  const position = await sendToPack(services, packId, command, context);
  return { packId, token: `${packId}.${secret}`, expiresAt, position };
}

/** The valid pack of a token, with its creator's name and roles. Throws `audit-pack.link`. */
async function packOfToken(services: Stores, token: string, at: string) {
  const match = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/.exec(token);
  if (!match) throw linkInvalid();
  const [, packId = '', secret = ''] = match;
  const { state } = await load(services.log, auditPackDecider, auditPackStreamOf(packId), { personal: false });
  if (state.status === 'none') throw linkInvalid();
  const { pack } = state;
  if (!sameText(hashOf(secret), pack.secretHash) || !isLinkValid(state, at)) throw linkInvalid();
  const creator = await loadAdmin(services, pack.createdBy);
  // A link never shows more than its creator may see now.
  if (creator.status === 'none' || !isPermitted(creator, 'audit-log:see')) throw linkInvalid();
  return { pack, createdBy: creator.name ?? `Administrator ${pack.createdBy}`, roles: creator.roles as AdminRole[] };
}

/**
 * Records the opening. Throws `audit-pack.link` for any invalid token, and `StoreUnavailable`; nothing is shown then.
 */
export async function openAuditPack(
  services: Stores,
  { token, how, address }: { readonly token: string; readonly how: 'viewed' | 'downloaded'; readonly address: string },
  context: CommandContext,
) {
  const { pack, createdBy, roles } = await packOfToken(services, token, context.now.toISOString());
  const content = await packContent(services, pack, roles);
  const position = await sendToPack(services, pack.packId, { type: 'OpenAuditPack', how, address }, context);
  return { pack, createdBy, content, position };
}

/** Revokes the link of a pack; a second time changes nothing. Throws `audit-pack.unknown`. */
export const revokeAuditPack = (services: WithLog, packId: string, context: CommandContext) =>
  sendToPack(services, packId, { type: 'RevokeAuditPack' }, context);

const statusOf = (shared: SharedPack, at: string): 'revoked' | 'valid' | 'expired' =>
  shared.status === 'revoked' ? 'revoked' : isLinkValid(shared, at) ? 'valid' : 'expired';

/** Newest first, with how often their links were opened, and the number of all packs. */
export async function auditPacks(
  services: Stores,
  now: Date,
  page: { readonly offset: number; readonly limit: number },
) {
  const { streamIds, total } = await streamsOfType(services.db, 'AuditPackCreated', page);
  const loaded = await loadMany(services.log, auditPackDecider, streamIds, { personal: false });
  const found = streamIds.flatMap((streamId) => {
    const { state, stream } = loaded.get(streamId) ?? {};
    return state && stream && state.status !== 'none' ? [{ shared: state, stream }] : [];
  });
  const nameOf = await adminNames(
    services.log,
    found.map(({ shared }) => shared.pack.createdBy),
  );
  const firstStream = (record: string): string => streamsOfRecord(record)[0] ?? '';
  const names = await loadNames(services, {
    actors: [],
    streamIds: found.flatMap(({ shared }) => shared.pack.records.map(firstStream)),
  });
  const rows = found.map(({ shared, stream }) => {
    const { pack, views, downloads, lastOpenedAt } = shared;
    const { packId: id, secretHash: _hash, createdBy, records, ...shown } = pack;
    return {
      id,
      ...shown,
      createdBy: nameOf(createdBy),
      records: records.map((record) => names.record(firstStream(record))?.name ?? record),
      reason: eventsOf(auditPackDecider, stream)[0]?.metadata.reason ?? null,
      status: statusOf(shared, now.toISOString()),
      views,
      downloads,
      lastOpenedAt,
    };
  });
  return { rows, total };
}
