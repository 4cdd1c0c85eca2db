import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type Employer, type Recipient, readSarsFile, sarsFile } from '@fynbos/domain/tax/sars-file.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { certificatesOfYear } from '@fynbos/projections/tax-certificates/queries.ts';
import { loadTaxPeople } from '../erasure/tax-people.ts';
import type { Application } from '../services.ts';

/** Agents that are loaded in one round trip. */
const AGENTS_AT_ONCE = 1000;

/** ISO 3166 codes of the countries of issue. */
const COUNTRIES: Readonly<Record<string, string>> = { RSA: 'ZAF', NMB: 'NAM', LES: 'LSO', BOT: 'BWA', SWZ: 'SWZ' };

/** An agent as recipient. An ID number of 13 digits is South African, any other is a passport number. */
function recipientOf({ details, loyaltyTrackingNo }: AgentState): Recipient {
  const number = details?.idNumber ?? '';
  const isId = /^\d{13}$/.test(number);
  return {
    surname: details?.surname ?? '',
    firstNames: details?.firstName ?? '',
    initials: details?.initials ?? '',
    idNumber: isId ? number : null,
    passport: isId || number === '' ? null : number,
    passportCountry: COUNTRIES[details?.countryOfIssue ?? ''] ?? 'ZAF',
    taxNumber: details?.taxNumber ?? '',
    email: details?.emailAddress ?? '',
    cell: details?.cellNumber ?? '',
    addressLines: [
      details?.physicalAddressLine1 ?? '',
      details?.physicalAddressLine2 ?? '',
      details?.physicalAddressLine3 ?? '',
    ],
    postalCode: details?.postalCode ?? '',
    loyaltyTrackingNo: loyaltyTrackingNo ?? '',
  };
}

/** The employer, from the configuration. The file is marked TEST outside production. */
const employerOf = ({ programme, production }: Config): Employer => ({
  name: programme.EMPLOYER_NAME,
  payeReference: programme.EMPLOYER_PAYE_REFERENCE,
  contactName: programme.PROGRAMME_NAME,
  contactEmail: programme.SUPPORT_EMAIL,
  contactPhone: '',
  address: programme.HEAD_OFFICE,
  isTest: !production,
});

/** The e@syFile import of a tax year's valid certificates. Throws `tax.file` if the file contradicts itself. */
export async function sarsFileOf(
  { log, pool, config }: Pick<Application, 'log' | 'pool' | 'config'>,
  taxYear: number,
): Promise<string> {
  const certificates = await certificatesOfYear(pool, taxYear);
  const agentIds = [...new Set(certificates.map(({ agentId }) => agentId))];
  const people = new Map<number, Recipient>();
  for (let start = 0; start < agentIds.length; start += AGENTS_AT_ONCE)
    for (const [agentId, agent] of await loadTaxPeople(log, agentIds.slice(start, start + AGENTS_AT_ONCE)))
      people.set(agentId, recipientOf(agent));
  const entries = certificates.map((certificate) => {
    const person = people.get(certificate.agentId);
    if (!person) throw new Error(`agent ${certificate.agentId} was not loaded`);
    return { certificate, person };
  });
  const content = sarsFile(employerOf(config), taxYear, entries);
  const [error] = readSarsFile(content).errors;
  if (error !== undefined) throw new DomainError('conflict', 'tax.file', `The file is not valid: ${error}`);
  return content;
}
