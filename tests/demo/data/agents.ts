import { BANKS } from '@fynbos/domain/bank-list/banks.ts';
import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { countryOf } from '@fynbos/domain/country/countries.ts';
import type { Agency } from './agencies.ts';
import { LANGUAGES_OF, NAME_GROUPS } from './names.ts';
import { bankAccountOf, cellNumber, foreignId, southAfricanId, taxNumber } from './numbers.ts';
import { type Random, randomOf } from './random.ts';

/** The registration form (specification, section 5) but for passwords and consents. */
export interface AgentForm {
  readonly idNumber: string;
  readonly title: string;
  readonly initials: string;
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly cellNumber: string;
  readonly countryDialCode: string;
  readonly taxCountry: string;
  readonly taxNumber: string;
  readonly communicationMethod: 'E' | 'C';
  readonly telephoneNumber: string;
  readonly iataNumber: string;
  readonly agencyName: string;
  readonly physicalAddressLine1: string;
  readonly physicalAddressLine2: string;
  readonly physicalAddressLine3: string;
  readonly postalCode: string;
  readonly bankName: string;
  readonly otherBankName?: string;
  readonly bankAccountHolderName: string;
  readonly bankAccountNumber: string;
  readonly branchCode: string;
  readonly branchName: string;
}

/**
 * `founding`: migrated on the first day; `joining`: later, after rentals of the agency; `waiting`: code not entered.
 */
export type Joining = 'founding' | 'joining' | 'added' | 'registered' | 'waiting';

export interface DemoAgent {
  readonly key: string;
  readonly how: Joining;
  /** The Johannesburg day of joining. */
  readonly joinedOn: Day;
  readonly form: AgentForm;
  readonly agency: Agency;
  /** Set for migrated agents; otherwise the portal issues one. */
  readonly loyaltyTrackingNo: string | null;
  /** Relative number of bookings. */
  readonly weight: number;
}

export interface AgentOptions {
  readonly seed: number;
  readonly first: Day;
  /** Days of history. */
  readonly days: number;
  /** Without registered agents: their number is fixed, because rate limits apply to the demo too. */
  readonly count: number;
}

/** Day of each registration; visitors can sign in as the first three. */
const REGISTERED_ON = [1, 2, 4, 9, 16, 30, 41, 58, 77, 95, 118, 140, 163, 187, 214, 240, 262, 287, 311, 330, 352, 371];
const WAITING_ON = [60, 171, 290, 384];
/** Shares of the others: migrated at the start, and later with their agencies. */
const FOUNDING_SHARE = 0.68;
const JOINING_COUNT = 9;

/** Bookings per agent: a few have many, most have few. */
const weightOf = (random: Random, place: number): number => {
  if (place % 23 === 3) return 9 + random.next() * 5;
  if (place % 5 === 1) return 2 + random.next() * 2;
  return 0.15 + random.next() * 0.9;
};

/** Agents in the order in which they join. */
export function makeAgents({ seed, first, days, count }: AgentOptions, agencies: readonly Agency[]): DemoAgent[] {
  const random = randomOf(seed, 'agents');
  const emails = new Set<string>();
  const founding = Math.round(count * FOUNDING_SHARE);
  const late = agencies.slice(-3);
  const people: DemoAgent[] = [];
  const add = (how: Joining, day: number, agency: Agency, weight?: number): void => {
    const place = people.length;
    people.push({
      key: `a${place}`,
      how,
      joinedOn: addDays(first, Math.min(day, days - 2)),
      form: formOf(random, agency, emails, place),
      agency,
      loyaltyTrackingNo: how === 'founding' || how === 'joining' ? `FT0${4_200_000 + place * 7}` : null,
      weight: how === 'waiting' ? 0 : (weight ?? weightOf(random, place)),
    });
  };
  // A busy agent of Johannesburg, one of Cape Town who books little, and one of Windhoek.
  const known: readonly (readonly [string, number])[] = [
    ['Johannesburg', 13],
    ['Cape Town', 1.4],
    ['Windhoek', 3],
  ];
  REGISTERED_ON.forEach((day, index) => {
    const [city, weight] = known[index] ?? [];
    const agency = agencies.find(({ place }) => place.city === city) ?? random.pick(agencies);
    add('registered', day, agency, weight);
  });
  for (const day of WAITING_ON) add('waiting', day, random.pick(agencies));
  for (let n = 0; n < founding; n++) add('founding', 0, agencies[n % (agencies.length - 3)] as Agency);
  for (let n = 0; n < JOINING_COUNT; n++) add('joining', 196 + n, random.pick(late), 1 + random.next() * 2);
  for (let n = founding + JOINING_COUNT; n < count; n++) add('added', random.int(5, days - 12), random.pick(agencies));
  shareAnAccount(people);
  return people.sort((a, b) => (a.joinedOn < b.joinedOn ? -1 : a.joinedOn > b.joinedOn ? 1 : 0));
}

/** Two colleagues share a bank account, which holds both until finance checks it. */
function shareAnAccount(people: DemoAgent[]): void {
  const [one, other] = people.filter(({ how }) => how === 'joining');
  if (!one || !other) return;
  const { bankName, otherBankName, branchCode, branchName, bankAccountNumber } = one.form;
  const bank = { bankName, branchCode, branchName, bankAccountNumber, ...(otherBankName ? { otherBankName } : {}) };
  const { otherBankName: _none, ...form } = other.form;
  people[people.indexOf(other)] = { ...other, form: { ...form, ...bank } };
}

const ascii = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The form of one person; one in fourteen South Africans has a missing or invalid tax number. */
export function formOf(random: Random, agency: Agency, emails: Set<string>, place: number): AgentForm {
  const { country, region } = agency.place;
  const group = NAME_GROUPS[random.weighted(LANGUAGES_OF[region] ?? [])];
  const isWoman = random.chance(0.68);
  const firstName = random.pick(isWoman ? group.women : group.men);
  const surname = random.pick(group.surnames);
  const initials = `${firstName[0]}${random.chance(0.5) ? random.pick([...'ABDEGJKLMNPRST']) : ''}`;
  let emailAddress = `${ascii(firstName)}.${ascii(surname)}@${agency.domain}`;
  for (let n = 2; emails.has(emailAddress); n++)
    emailAddress = `${ascii(firstName)}.${ascii(surname)}${n}@${agency.domain}`;
  emails.add(emailAddress);
  const { bankName, bankAccountNumber } = bankAccountOf(random);
  const abroad = country !== 'RSA' && place % 4 !== 0;
  const bad = country === 'RSA' && place % 14 === 5;
  return {
    idNumber: country === 'RSA' ? southAfricanId(random) : foreignId(country, random),
    title: isWoman
      ? random.weighted([
          ['Ms', 5],
          ['Mrs', 4],
          ['Miss', 2],
          ['Dr', 0.3],
        ])
      : random.weighted([
          ['Mr', 12],
          ['Dr', 0.4],
          ['Rev', 0.1],
        ]),
    initials,
    firstName,
    surname,
    emailAddress,
    cellNumber: cellNumber(country, random),
    countryDialCode: countryOf(country)?.dailCode ?? '27',
    taxCountry: country,
    taxNumber: bad ? random.pick(['applied for', '9123456789', '0123456780']) : taxNumber(country, random),
    communicationMethod: random.chance(0.7) ? 'C' : 'E',
    telephoneNumber: agency.telephoneNumber,
    iataNumber: agency.iataNumber,
    agencyName: agency.name,
    physicalAddressLine1: agency.physicalAddressLine1,
    physicalAddressLine2: agency.physicalAddressLine2,
    physicalAddressLine3: agency.physicalAddressLine3,
    postalCode: agency.postalCode,
    bankAccountHolderName: `${initials} ${surname}`,
    ...(abroad
      ? {
          bankName: 'OTHER',
          otherBankName: ABROAD[country] ?? 'Regional Bank',
          branchCode: '',
          branchName: agency.place.city,
        }
      : { bankName, branchCode: branchCodeOf(bankName), branchName: 'Universal' }),
    bankAccountNumber,
  };
}

/** Banks of neighbouring countries, which the bank list does not contain. */
const ABROAD: Readonly<Record<string, string>> = {
  NMB: 'Bank Windhoek',
  BOT: 'First National Bank of Botswana',
  LES: 'Lesotho PostBank',
  SWZ: 'Eswatini Bank',
};

export const branchCodeOf = (bankName: string): string => BANKS.find(({ name }) => name === bankName)?.branchCode ?? '';
