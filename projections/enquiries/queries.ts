import type { Pool } from 'pg';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import type { AddressedRecord } from '../referrals/queries.ts';
import { type EnquiryRow, enquiries } from './enquiries.ts';

const ENQUIRIES_TABLE = liveTable(enquiries);

/** An enquiry's row; null where the read model does not have it yet. */
export const findEnquiryRow = (db: Pool, enquiryId: number): Promise<EnquiryRow | null> =>
  rowOf(db, `select * from ${ENQUIRIES_TABLE} where id = $1`, [enquiryId]);

/** An enquiry as its sender's data export lists it. */
export type OwnEnquiry = Pick<
  EnquiryRow,
  'id' | 'referenceNumber' | 'typeOfQuery' | 'queryDetails' | 'status' | 'dateCreated'
>;

/** The enquiries that an agent sent while signed in, oldest first. */
export const listOwnEnquiries = (db: Pool, agentId: number): Promise<readonly OwnEnquiry[]> =>
  rowsOf(
    db,
    `select id, "referenceNumber", "typeOfQuery", "queryDetails", status, "dateCreated"
     from ${ENQUIRIES_TABLE} where "agentId" = $1 order by "dateCreated"`,
    [agentId],
  );

/** An enquiry as its sender's page lists it. */
export type SentEnquiry = Pick<
  EnquiryRow,
  'id' | 'referenceNumber' | 'typeOfQuery' | 'status' | 'dateCreated' | 'answers'
>;

/** The enquiries that an agent sent while signed in, newest first, 50 at most. */
export const listSentEnquiries = (db: Pool, agentId: number): Promise<readonly SentEnquiry[]> =>
  rowsOf(
    db,
    `select id, "referenceNumber", "typeOfQuery", status, "dateCreated", answers
     from ${ENQUIRIES_TABLE} where "agentId" = $1 order by "dateCreated" desc, id desc limit 50`,
    [agentId],
  );

/** The agent's enquiries, and those of visitors who gave one of these addresses (lower case). */
export const listEnquiriesOfPerson = (
  db: Pool,
  agentId: number,
  emails: readonly string[],
): Promise<readonly AddressedRecord[]> =>
  rowsOf(
    db,
    `select id::text, "agentId", email as address, "dateCreated" as at from ${ENQUIRIES_TABLE}
     where "agentId" = $1 or "agentId" is null and lower(email) = any($2)`,
    [agentId, emails],
  );
