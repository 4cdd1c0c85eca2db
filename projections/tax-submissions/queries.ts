import type { Pool } from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { type TaxSubmissionRow, taxSubmissions } from './tax-submissions.ts';

/** What SARS has of an agent, by certificate number. */
export async function submissionsOfAgent(db: Pool, agentId: number): Promise<ReadonlyMap<string, TaxSubmissionRow>> {
  const { rows } = await db.query<TaxSubmissionRow>(
    `select * from ${readModelTable(taxSubmissions).sql} where "agentId" = $1`,
    [agentId],
  );
  return new Map(rows.map((row) => [row.certificateNo, row]));
}
