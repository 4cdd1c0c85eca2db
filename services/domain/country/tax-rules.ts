import { z } from 'zod';
import type { Day } from '../calendar.ts';
import type { CountryCode } from './countries.ts';

/** How rewards of agents with a tax country are taxed, from a day on (Y3). */
export const taxRule = z.object({
  /** The first day; null for since always. */
  effectiveFrom: z.iso.date().nullable(),
  /** Where the income is from, by South African law. */
  source: z.string(),
  /** The deduction for an agent without a recorded treatment. */
  withheld: z.string(),
  /** What finance has to decide before the first payment. */
  decide: z.string(),
  taxNumber: z.string(),
  /** How the currency is related to the rand, in which agents are paid. */
  exchange: z.string(),
});
export type TaxRule = z.output<typeof taxRule>;

const RULES_ABROAD = {
  effectiveFrom: null,
  withheld: 'PAYE at the rate of the reward policy, until finance records another treatment for the agent.',
  decide:
    'Record “Non-resident” with its rate, or PAYE, with the opinion of a tax adviser as evidence. The treatment applies from its first day to decisions and payments. The reward policy can require it before the first payment.',
  taxNumber: 'Not checked; it must not be empty.',
} as const;
const AT_PAR = 'At par with the rand in the Common Monetary Area.';
const servicesIn = (place: string): string =>
  `The services are usually rendered at the agency in ${place}. Income from services outside South Africa is usually not from a South African source; a tax adviser confirms it.`;

/** Tax rules by country, oldest first. */
export const TAX_RULES: Readonly<Record<CountryCode, readonly TaxRule[]>> = {
  RSA: [
    {
      effectiveFrom: null,
      source: 'South African source: PAYE and an IRP5, or an IT3(a) where the treatment has no deduction.',
      withheld: 'PAYE at the rate of the reward policy.',
      decide: 'Nothing. Directives, contractors and companies have a treatment of their own.',
      taxNumber: 'Ten digits, the first 0 to 3, with a modulus 10 check digit.',
      exchange: 'The rand itself.',
    },
  ],
  NMB: [{ ...RULES_ABROAD, source: servicesIn('Namibia'), exchange: AT_PAR }],
  LES: [{ ...RULES_ABROAD, source: servicesIn('Lesotho'), exchange: AT_PAR }],
  BOT: [
    {
      ...RULES_ABROAD,
      source: servicesIn('Botswana'),
      exchange: 'Floats against the rand. Agents are paid in rand; their bank converts.',
    },
  ],
  SWZ: [{ ...RULES_ABROAD, source: servicesIn('Eswatini'), exchange: AT_PAR }],
};

export const taxRuleOn = (country: CountryCode, day: Day): TaxRule | undefined =>
  TAX_RULES[country].findLast(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= day);
