import type { Pool } from 'pg';
import { agents } from '../agents/agents.ts';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type TaxCertificateRow, taxCertificates } from './tax-certificates.ts';

const TAX_CERTIFICATES_TABLE = liveTable(taxCertificates);

/** SQL of a name of the certificate's agent, to sort certificates by it. */
export const agentNameSql = (column: 'surname' | 'firstName'): string =>
  `(select a."${column}" from ${liveTable(agents)} a where a.id = "agentId")`;

/** The certificates of a tax year that are valid, by agent and type. */
export const certificatesOfYear = (db: Pool, taxYear: number): Promise<TaxCertificateRow[]> =>
  rowsOf(
    db,
    `select * from ${TAX_CERTIFICATES_TABLE} where "taxYear" = $1 and "withdrawnAt" is null order by "agentId", type`,
    [taxYear],
  );

/** A certificate in an agent's own list. */
export type OwnCertificate = Pick<
  TaxCertificateRow,
  | 'id'
  | 'certificateNo'
  | 'taxYear'
  | 'type'
  | 'version'
  | 'grossCents'
  | 'payeCents'
  | 'issuedAt'
  | 'copies'
  | 'withdrawnAt'
>;

/** The certificates of an agent, newest year first. */
export const certificatesOfAgent = (db: Pool, agentId: number): Promise<OwnCertificate[]> =>
  rowsOf(
    db,
    `select id, "certificateNo", "taxYear", type, version, "grossCents", "payeCents", "issuedAt", copies, "withdrawnAt"
     from ${TAX_CERTIFICATES_TABLE} where "agentId" = $1 order by "taxYear" desc, type`,
    [agentId],
  );
