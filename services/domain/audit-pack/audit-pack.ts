import { z } from 'zod';
import { DAY_MS } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import { type DataOf, type EventsOf, instant } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';

/** Streams `audit-pack-{id}`: an excerpt of the audit log that is shared with an outsider by a link. */
export const auditPackEvents = {
  AuditPackCreated: z.object({
    packId: z.string(),
    createdBy: z.int(),
    /** The first and last Johannesburg day of the excerpt. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Resources and ids, such as `travel-agents/7`; empty for the whole programme. */
    records: z.array(z.string()),
    /** Entries of the system and of integrators. */
    automatic: z.boolean(),
    /** SHA-256 of the secret in the link, in hexadecimal. */
    secretHash: z.string(),
    createdAt: instant,
    expiresAt: instant,
  }),
  AuditPackOpened: z.object({
    packId: z.string(),
    how: z.enum(['viewed', 'downloaded']),
    openedAt: instant,
    /** The network address of the reader. */
    personal: z.object({ address: z.string() }).nullable(),
  }),
  AuditPackRevoked: z.object({ packId: z.string(), revokedAt: instant }),
} as const;

export type AuditPackEvent = EventsOf<typeof auditPackEvents>;

export type AuditPack = Omit<DataOf<AuditPackEvent, 'AuditPackCreated'>, 'records'> & {
  readonly records: readonly string[];
};

/** A pack that was shared, and how often its link was opened. */
export interface SharedPack {
  readonly status: 'shared' | 'revoked';
  readonly pack: AuditPack;
  readonly views: number;
  readonly downloads: number;
  readonly lastOpenedAt: string | null;
}

export type AuditPackState = { readonly status: 'none' } | SharedPack;

export type AuditPackCommand =
  | ({ readonly type: 'CreateAuditPack' } & Omit<AuditPack, 'createdAt'>)
  | { readonly type: 'OpenAuditPack'; readonly how: 'viewed' | 'downloaded'; readonly address: string | null }
  | { readonly type: 'RevokeAuditPack' };

/** The longest validity of a link, in days. */
export const MAX_LINK_DAYS = 30;
export const MAX_RECORDS = 20;

/** The one answer for a wrong, expired or revoked link, so that it tells nothing about packs. */
export const linkInvalid = (): DomainError =>
  new DomainError(
    'not-found',
    'audit-pack.link',
    'This link is not valid. It may have expired or been revoked. Ask the sender for a new one.',
  );

const invalid = (field: CodeOf<'audit-pack'>, message: string) => fieldError(`audit-pack.${field}`, field, message);

/** Whether the link of a pack is valid at an instant (ISO 8601 UTC). */
export const isLinkValid = ({ status, pack }: SharedPack, at: string): boolean =>
  status === 'shared' && at < pack.expiresAt;

/**
 * An excerpt of the audit log behind an expiring link (V5). Throws `audit-pack.{field}` for bounds of period, records
 * or validity, `audit-pack.link` for an expired or revoked pack, and `audit-pack.unknown`.
 */
export const auditPackDecider: Decider<AuditPackState, AuditPackCommand, AuditPackEvent> = {
  name: 'audit-pack',
  initial: { status: 'none' },
  decide(command, state, at) {
    if (command.type === 'CreateAuditPack') {
      const { type: _type, records, ...rest } = command;
      const { from, to, expiresAt } = rest;
      if (state.status !== 'none') return [];
      if (to < from) throw invalid('to', 'The last day must not be before the first.');
      if (records.length > MAX_RECORDS) throw invalid('records', `At most ${MAX_RECORDS} records.`);
      const validMs = Date.parse(expiresAt) - Date.parse(at);
      if (!(validMs > 0 && validMs <= MAX_LINK_DAYS * DAY_MS))
        throw invalid('expiresInDays', `A link is valid for 1 to ${MAX_LINK_DAYS} days.`);
      return [{ type: 'AuditPackCreated', data: { ...rest, createdAt: at, records: [...records] } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'audit-pack.unknown', 'Audit pack not found.');
    const { packId } = state.pack;
    if (command.type === 'RevokeAuditPack')
      return state.status === 'revoked' ? [] : [{ type: 'AuditPackRevoked', data: { packId, revokedAt: at } }];
    if (!isLinkValid(state, at)) throw linkInvalid();
    const personal = command.address === null ? null : { address: command.address };
    return [{ type: 'AuditPackOpened', data: { packId, how: command.how, openedAt: at, personal } }];
  },
  evolve(state, { type, data }) {
    if (type === 'AuditPackCreated')
      return { status: 'shared', pack: data, views: 0, downloads: 0, lastOpenedAt: null };
    if (state.status === 'none') return state;
    if (type === 'AuditPackRevoked') return { ...state, status: 'revoked' };
    return {
      ...state,
      views: state.views + (data.how === 'viewed' ? 1 : 0),
      downloads: state.downloads + (data.how === 'downloaded' ? 1 : 0),
      lastOpenedAt: data.openedAt,
    };
  },
};

export const auditPackStreamOf = (packId: string): string => `audit-pack-${packId}`;
