import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { formatDay } from '@fynbos/domain/format.ts';
import { certifiableYears } from '@fynbos/domain/tax/certifiable-years.ts';
import { firstUsable } from '@fynbos/domain/tax/certificate.ts';
import { emp201Of } from '@fynbos/domain/tax/emp201.ts';
import {
  type Emp501,
  emp501Of,
  RECONCILIATION_PERIODS,
  type ReconciliationPeriod,
  reconciliationPeriod,
} from '@fynbos/domain/tax/emp501.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { monthsOfYear } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { certificatesOfYear } from '@fynbos/projections/tax-certificates/queries.ts';
import { load } from '../handle.ts';
import { loadExtraDays } from '../reward-policy/programme-lists.ts';
import type { Application } from '../services.ts';
import { certificateOf, taxedAgents } from './issue-certificates.ts';

type Emp501Services = Pick<Application, 'log' | 'db' | 'config' | 'now'>;

/** March to August, for SARS only: computed for the file and not issued. Agents get those of the whole year. */
export async function interimCertificates(
  { log, db, config, now }: Emp501Services,
  taxYear: number,
): Promise<Certificate[]> {
  const { submitted } = (await load(log, taxYearDecider, taxYearStreamOf(taxYear))).state;
  const { to } = reconciliationPeriod(taxYear, 'interim');
  const { EMPLOYER_PAYE_REFERENCE: payeReference } = config.programme;
  const issuedAt = now().toISOString();
  const certificates: Certificate[] = [];
  for await (const agents of taxedAgents(db, taxYear))
    for (const [agentId, months] of agents)
      for (const year of certifiableYears(months.filter(({ month }) => month <= to)).years)
        certificates.push(
          firstUsable(submitted, (version) =>
            certificateOf(payeReference, { agentId, taxYear, version, issuedAt }, year, 'interim'),
          ),
        );
  return certificates;
}

/** Issued for the year, or computed to the end of August. Throws `tax.interim` while the interim period runs. */
export async function certificatesOf(
  services: Emp501Services,
  taxYear: number,
  period: ReconciliationPeriod,
): Promise<readonly Certificate[]> {
  if (period === 'final') return certificatesOfYear(services.db, taxYear);
  const { lastDay } = reconciliationPeriod(taxYear, period);
  if (dayOf(services.now()) <= lastDay)
    throw new DomainError(
      'conflict',
      'tax.interim',
      `The interim period ends on ${formatDay(lastDay)}. Make the file after it.`,
    );
  return interimCertificates(services, taxYear);
}

/**
 * The declarations of a tax year (T13). A running period shows its figures so far. Payments of the previous system are
 * certified, but it declared them itself.
 */
export async function emp501sOf(services: Emp501Services, taxYear: number): Promise<Emp501[]> {
  const sdlRate = services.config.programme.SDL_RATE;
  const today = dayOf(services.now());
  const months = await monthsOfYear(services.db, { months: readModelTable(tax) }, taxYear);
  const proclaimedDays = await loadExtraDays(services.log);
  const returns = months.map((month) => emp201Of(month, sdlRate, proclaimedDays));
  return Promise.all(
    RECONCILIATION_PERIODS.map(async (period) => {
      const certificates =
        period === 'final'
          ? await certificatesOfYear(services.db, taxYear)
          : await interimCertificates(services, taxYear);
      return emp501Of(taxYear, period, { returns, certificates, sdlRate, today });
    }),
  );
}
