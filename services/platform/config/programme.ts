import { z } from 'zod';

/** In mails, payment files or certificates, so production must configure it; elsewhere `demoProgramme` has defaults. */
export const programmeSchema = z.object({
  PROGRAMME_NAME: z.string().default('Fynbos Rewards'),
  /** The prefix of every loyalty tracking number. */
  TRACKING_NUMBER_PREFIX: z
    .string()
    .regex(/^[A-Z]{1,4}$/, { error: 'must be one to four capital letters' })
    .default('FT'),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }),
  SUPPORT_WEB: z.string().refine(URL.canParse, { error: 'must be an address that begins with https://' }),
  HEAD_OFFICE: z.string(),
  EMPLOYER_NAME: z.string(),
  /** SARS: ten digits, the first one is 7. */
  EMPLOYER_PAYE_REFERENCE: z.string().regex(/^7\d{9}$/, { error: 'must be ten digits, the first of them 7' }),
  /** The contact person for SARS: first names and surname. */
  EMPLOYER_CONTACT_FIRST_NAMES: z.string().default(''),
  EMPLOYER_CONTACT_SURNAME: z.string().default(''),
  EMPLOYER_CONTACT_PHONE: z.string().default(''),
  /** The employer's main activity: the five-digit SIC7 subclass. */
  EMPLOYER_SIC7: z
    .string()
    .regex(/^(\d{5})?$/, { error: 'must be five digits' })
    .default(''),
  PAYER_ACCOUNT_NAME: z.string().max(30, { error: 'must have at most 30 characters' }),
  PAYER_BRANCH_CODE: z.string().regex(/^\d{6}$/, { error: 'must be six digits' }),
  /** ACB files have eleven digits for it. */
  PAYER_ACCOUNT_NUMBER: z.string().regex(/^\d{5,11}$/, { error: 'must be 5 to 11 digits' }),
  /** The payer's user code at the bank's EFT service. */
  BANK_USER_CODE: z.string().regex(/^[A-Z0-9]{4}$/, { error: 'must be four capital letters or digits' }),
  /** Category of payments abroad in the balance of payments. 275: commission and fees. */
  BOP_CATEGORY: z
    .string()
    .regex(/^\d{3}(\/\d{2})?$/, { error: 'must be a category like 275 or 101/01' })
    .default('275'),
  /** The largest payment to one agent, in Rand; stored in cents. R5 million is the item limit of South African EFT. */
  PAYMENT_LIMIT: z
    .string()
    .regex(/^\d{1,9}(\.\d{2})?$/, { error: 'must be an amount in Rand like 5000000 or 5000000.00, below 1000000000' })
    .default('5000000')
    .transform((rand) => Math.round(Number(rand) * 100)),
  /** One person's limit, in Rand; stored in cents. A larger one needs an approval. */
  OPENING_BALANCE_LIMIT: z
    .string()
    .regex(/^\d{1,9}(\.\d{2})?$/, { error: 'must be an amount in Rand like 50000 or 50000.00, below 1000000000' })
    .default('50000')
    .transform((rand) => Math.round(Number(rand) * 100)),
  /** Skills development levy, as a fraction of the gross from which PAYE is due; 0 for an exempt employer. */
  SDL_RATE: z
    .string()
    .regex(/^0(\.\d{1,4})?$/, { error: 'must be a fraction below 1 like 0.01' })
    .default('0.01')
    .transform(Number),
  /** The reference on an agent's bank statement. */
  STATEMENT_REFERENCE: z.string().max(20, { error: 'must have at most 20 characters' }).default('FYNBOS REWARDS'),
});

export type Programme = z.infer<typeof programmeSchema>;

export const demoProgramme = {
  SUPPORT_EMAIL: 'support@fynbosrewards.example',
  SUPPORT_WEB: 'https://www.fynbosrewards.example',
  HEAD_OFFICE: '12 Protea Road, Claremont, Cape Town, 7708, South Africa',
  EMPLOYER_NAME: 'Fynbos Car Rental (Pty) Ltd',
  EMPLOYER_PAYE_REFERENCE: '7000000000',
  EMPLOYER_CONTACT_FIRST_NAMES: 'Thandi',
  EMPLOYER_CONTACT_SURNAME: 'Nkosi',
  EMPLOYER_CONTACT_PHONE: '0215550100',
  EMPLOYER_SIC7: '77100',
  PAYER_ACCOUNT_NAME: 'FYNBOS CAR RENTAL',
  PAYER_BRANCH_CODE: '250655',
  PAYER_ACCOUNT_NUMBER: '62000000001',
  BANK_USER_CODE: 'FY01',
};
