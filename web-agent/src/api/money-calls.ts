import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type * as Api from './types.ts';

/** API calls of the payout and tax pages. A separate module keeps the other pages small. */
export const money = {
  payouts: () => call('GET', 'agent/payouts', QUIET),
  payout: (runId: string) => call('GET', `agent/payouts/${runId}`, QUIET),
  verifyAdvice: (token: string) => call('GET', `verify/${encodeURIComponent(token)}`, QUIET),
  payoutStatement: (kind: 'csv' | 'pdf', { id, reference }: Api.Payout) =>
    download(`agent/payouts/${id}/statement.${kind}`, `payout-${reference}.${kind}`),
  certificates: () => call('GET', 'agent/certificates', QUIET),
  certificate: ({ id, type, taxYear }: Api.Certificate, version?: number) =>
    download(
      `agent/certificates/${encodeURIComponent(id)}/certificate.pdf`,
      `${type.replace(/\W/g, '')}-${taxYear}${version === undefined ? '' : `-version-${version}`}.pdf`,
      version === undefined ? {} : { version: String(version) },
    ),
  taxProfile: () => call('GET', 'agent/tax-profile', QUIET),
} as const;
