import { dayOf } from '@fynbos/domain/calendar.ts';
import { COUNTRIES, countryOf, HOME } from '@fynbos/domain/country/countries.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { ReconciliationPeriod } from '@fynbos/domain/tax/emp501.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import { type Employer, type Recipient, readSarsFile, sarsFile } from '@fynbos/domain/tax/sars-file.ts';
import {
  SARS_RULES,
  SARS_RULES_STREAM,
  SARS_STANDARD,
  type SarsFinding,
  type SarsRule,
  sarsFindings,
  sarsRulesDecider,
} from '@fynbos/domain/tax/sars-rules.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { certificatesOfYear } from '@fynbos/projections/tax-certificates/queries.ts';
import { loadTaxPeople, type TaxRecipient } from '../erasure/tax-people.ts';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

/** The rules of the file for SARS that are in force. Throws `StoreUnavailable`. */
const loadSarsRules = async (log: EventLog): Promise<readonly SarsRule[]> =>
  (await load(log, sarsRulesDecider, SARS_RULES_STREAM)).state;

/** The rules, each with whether finance changed it, by code. */
export async function sarsRules(log: EventLog) {
  return (await loadSarsRules(log))
    .map((rule) => ({ ...rule, isChanged: !SARS_RULES.includes(rule) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Agents that are loaded in one round trip. */
const AGENTS_PER_READ = 1000;

/** An agent as recipient. An ID number of 13 digits is South African, any other is a passport number. */
function recipientOf({ details, bank, loyaltyTrackingNo }: TaxRecipient): Recipient {
  const number = details?.idNumber ?? '';
  const [home] = COUNTRIES;
  const isId = /^\d{13}$/.test(number);
  return {
    surname: details?.surname ?? '',
    firstNames: details?.firstName ?? '',
    initials: details?.initials ?? '',
    idNumber: isId ? number : null,
    passport: isId || number === '' ? null : number,
    passportCountry: (countryOf(details?.countryOfIssue ?? '') ?? home).iso3,
    country: (countryOf(details?.taxCountry ?? '') ?? home).iso,
    account: bank && {
      holder: bank.bankAccountHolderName,
      number: bank.bankAccountNumber,
      branch: bank.branchCode,
      bank: bank.bankName,
      type: bank.accountType,
      isHome: bank.bankCountry === HOME,
    },
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
  contactFirstNames: programme.EMPLOYER_CONTACT_FIRST_NAMES,
  contactSurname: programme.EMPLOYER_CONTACT_SURNAME,
  contactEmail: programme.SUPPORT_EMAIL,
  contactPhone: programme.EMPLOYER_CONTACT_PHONE,
  address: programme.HEAD_OFFICE,
  sic7: programme.EMPLOYER_SIC7,
  sdlRate: programme.SDL_RATE,
  isTest: !production,
});

type SarsFileServices = Pick<Application, 'log' | 'db' | 'config' | 'now'>;

/** The e@syFile import of certificates. Throws `tax.file` if the file contradicts itself. */
export async function sarsFileOf(
  { log, config, now }: SarsFileServices,
  taxYear: number,
  period: ReconciliationPeriod,
  certificates: readonly Certificate[],
): Promise<string> {
  const agentIds = [...new Set(certificates.map(({ agentId }) => agentId))];
  const people = new Map<number, Recipient>();
  for (let start = 0; start < agentIds.length; start += AGENTS_PER_READ)
    for (const [agentId, agent] of await loadTaxPeople(log, agentIds.slice(start, start + AGENTS_PER_READ)))
      people.set(agentId, recipientOf(agent));
  const entries = certificates.map((certificate) => {
    const person = people.get(certificate.agentId);
    if (!person) throw new Error(`agent ${certificate.agentId} was not loaded`);
    return { certificate, person };
  });
  const content = sarsFile(employerOf(config), taxYear, entries, dayOf(now()), period);
  const [error] = readSarsFile(content).errors;
  if (error !== undefined) throw new DomainError('conflict', 'tax.file', `The file is not valid: ${error}`);
  return content;
}

/** Checks the file of a tax year, rule by rule, and lists what is missing for each person (T11). */
export async function sarsPreflight(services: SarsFileServices, taxYear: number) {
  const certificates = await certificatesOfYear(services.db, taxYear);
  const findings = sarsFindings(
    readSarsFile(await sarsFileOf(services, taxYear, 'final', certificates)).records,
    await loadSarsRules(services.log),
  );
  const byNumber = Map.groupBy(findings, ({ certificateNo }) => certificateNo);
  const bare = (all: readonly SarsFinding[] | undefined) => (all ?? []).map(({ code, text }) => ({ code, text }));
  const people = certificates.flatMap(({ agentId, certificateNo }) => {
    const missing = bare(byNumber.get(certificateNo));
    return missing.length === 0 ? [] : [{ agentId, certificateNo, missing }];
  });
  return {
    standard: SARS_STANDARD,
    certificates: certificates.length,
    complete: certificates.length - people.length,
    employer: bare(byNumber.get(null)),
    people,
  };
}
