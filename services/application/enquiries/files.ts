import { hash, randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  ENQUIRY_MESSAGES,
  type Enquiry,
  type EnquiryFile,
  enquiryDecider,
  enquiryStreamOf,
} from '@fynbos/domain/enquiry/enquiry.ts';
import type { FileType } from '@fynbos/domain/enquiry/events.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { openBytes, sealBytes } from '@fynbos/platform/crypto/sealing.ts';
import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';
import type { WithAuth } from '../auth/auth.ts';
import { LIMITS } from '../auth/limits.ts';
import { type AgentCaller, forbidden } from '../caller.ts';
import { handle, load, loadMany } from '../handle.ts';
import type { Application, Stores, WithLog } from '../services.ts';
import { enquiryByLink } from './contact.ts';

const MIGRATIONS = [
  {
    id: '0001-files',
    sql: `
      create table files (
        "enquiryId" integer not null,
        "fileId" uuid not null,
        sealed bytea not null,
        primary key ("enquiryId", "fileId")
      );
      -- Encrypted bytes do not compress.
      alter table files alter column sealed set storage external;
    `,
  },
];

/** Creates or upgrades the schema `enquiries`: the content of attached files, encrypted with the enquiry's key. */
export const migrateEnquiryFiles = (db: Pool): Promise<readonly string[]> => migrate(db, 'enquiries', MIGRATIONS);

/** The first bytes of each type. The name of a file does not prove its type. */
const FILE_SIGNATURES: Readonly<Record<FileType, Buffer>> = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/jpeg': Buffer.of(0xff, 0xd8, 0xff),
  'image/png': Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
};

function typeOf(content: Buffer): FileType {
  const found = Object.entries(FILE_SIGNATURES).find(([, first]) => content.subarray(0, first.length).equals(first));
  if (found) return found[0] as FileType;
  throw fieldError('enquiry.file-type', 'file', 'Only PDF, JPEG and PNG files can be attached.');
}

/** The key of an enquiry; undefined where its sender was erased. */
async function keyOf({ keys }: Pick<EventLog, 'keys'>, enquiryId: number): Promise<Buffer | undefined> {
  const subject = enquiryStreamOf(enquiryId);
  return (await keys.keysFor([subject], { create: false })).get(subject);
}

/** The agent's own enquiry of a link. Throws 404 for a forged link, and 403 for an enquiry of another person. */
async function ownEnquiry(services: Pick<Application, 'log' | 'tokens'>, link: string, caller: AgentCaller) {
  const enquiry = await enquiryByLink(services, link);
  if (enquiry.agentId !== caller.agentId) throw forbidden();
  return enquiry;
}

/**
 * The content is stored before the event (Q4). Throws `enquiry.file-type`, `enquiry.too-many-files`, 403, 404, 409 for
 * a resolved enquiry, and 429.
 */
export async function attachFile(
  services: Pick<Application, 'log' | 'db' | 'tokens'> & WithAuth,
  link: string,
  { name, content }: { readonly name: string; readonly content: Buffer },
  { caller, context }: { readonly caller: AgentCaller; readonly context: CommandContext },
): Promise<Position | undefined> {
  const { log, db, auth } = services;
  const { enquiryId } = await ownEnquiry(services, link, caller);
  const fileType = typeOf(content);
  await auth.limits.consume(LIMITS.enquiryFilePerPerson, String(caller.agentId));
  const key = await keyOf(log, enquiryId);
  if (!key) throw new DomainError('conflict', 'enquiry.forgotten', ENQUIRY_MESSAGES.forgotten);
  const fileId = randomUUID();
  const sealed = sealBytes(key, content, fileId);
  await db.query('insert into enquiries.files ("enquiryId", "fileId", sealed) values ($1, $2, $3)', [
    enquiryId,
    fileId,
    sealed,
  ]);
  const sha256 = hash('sha256', content);
  const command = { type: 'AttachFile', fileId, name, fileType, bytes: content.length, sha256 } as const;
  let isAttached = false;
  try {
    const { state, position } = await handle(log, {
      decider: enquiryDecider,
      streamId: enquiryStreamOf(enquiryId),
      command,
      context,
    });
    isAttached = state.status !== 'none' && state.files.some((file) => file.fileId === fileId);
    return position;
  } catch (error) {
    // After any other error it is unknown whether the event was appended.
    isAttached = !(error instanceof DomainError);
    throw error;
  } finally {
    if (!isAttached) await db.query('delete from enquiries.files where "fileId" = $1', [fileId]);
  }
}

export interface AttachedFile extends EnquiryFile {
  readonly content: Buffer;
  /** A name for the download that contains nothing of the sender's. */
  readonly downloadName: string;
}

const unknownFile = () => new DomainError('not-found', 'enquiry.file-unknown', 'File not found.');

async function fileOf(
  { log, db }: Stores,
  { enquiryId, referenceNumber, files }: Enquiry,
  fileId: string,
): Promise<AttachedFile> {
  const index = files.findIndex((one) => one.fileId === fileId);
  const file = files[index];
  if (!file) throw unknownFile();
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select sealed from enquiries.files where "enquiryId" = $1 and "fileId" = $2',
    [enquiryId, fileId],
  );
  const key = await keyOf(log, enquiryId);
  if (!rows[0] || !key) throw unknownFile();
  const downloadName = `${referenceNumber}-${index + 1}.${file.fileType.replace(/.*\//, '')}`;
  return { ...file, downloadName, content: openBytes(key, rows[0].sealed, fileId) };
}

/** A file of the agent's own enquiry. Throws 403 and 404. */
export const ownFile = async (
  services: Pick<Application, 'log' | 'db' | 'tokens'>,
  link: string,
  fileId: string,
  caller: AgentCaller,
): Promise<AttachedFile> => fileOf(services, await ownEnquiry(services, link, caller), fileId);

/** A file of any enquiry, for support. Throws 404. */
export const fileForSupport = async (services: Stores, enquiryId: string, fileId: string): Promise<AttachedFile> => {
  const { state } = await load(services.log, enquiryDecider, enquiryStreamOf(enquiryId));
  if (state.status === 'none') throw unknownFile();
  return fileOf(services, state, fileId);
};

/** The messages and files of enquiries by their ids, as the sender sees them. Throws `StoreUnavailable`. */
export async function threadsOf(
  { log }: WithLog,
  enquiryIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<Enquiry, 'thread' | 'files'>>> {
  const loaded = await loadMany(log, enquiryDecider, enquiryIds.map(enquiryStreamOf));
  return new Map(
    [...loaded.values()].flatMap(({ state }) =>
      state.status === 'none' ? [] : [[state.enquiryId, { thread: state.thread, files: state.files }] as const],
    ),
  );
}

/** After the erasure of the sender; the key is destroyed already. */
export const eraseFiles = (db: Pool, enquiryId: string) =>
  db.query('delete from enquiries.files where "enquiryId" = $1', [Number(enquiryId)]);
