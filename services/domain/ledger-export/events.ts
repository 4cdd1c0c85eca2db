import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '../ledger/journal.ts';

const day = z.iso.date();

export const LEDGER_SYSTEMS = { xero: 'Xero', sage: 'Sage Pastel', sap: 'SAP' } as const;
export type LedgerSystem = keyof typeof LEDGER_SYSTEMS;
export const LEDGER_SYSTEM_NAMES = Object.keys(LEDGER_SYSTEMS) as [LedgerSystem, ...LedgerSystem[]];
export const LEDGER_ACCOUNT_NAMES = Object.keys(LEDGER_ACCOUNTS) as [LedgerAccount, ...LedgerAccount[]];

const account = z.enum(LEDGER_ACCOUNT_NAMES);
const system = z.enum(LEDGER_SYSTEM_NAMES);

/** Settings of the company's ledgers that a file needs. */
export const ledgerSettings = z.object({
  /** Name of the tax rate of these journals, exactly as Xero shows it. */
  xeroTaxRate: z.string(),
  /** First month of the company's financial year, 1 to 12. Sage numbers its periods from it. */
  sageFirstMonth: z.int(),
  /** Empty until finance sets it. */
  sapCompanyCode: z.string(),
  sapDocumentType: z.string(),
});

/** Debits and credits of an account on a day. Cents. */
export const ledgerSum = z.object({ day, account, debitCents: z.int(), creditCents: z.int() });
const file = z.object({ name: z.string(), sha256: z.string(), lines: z.int() });

/** Stream `ledger-export`. Administrators by id. */
export const ledgerExportEvents = {
  LedgerAccountMapped: z.object({
    account,
    code: z.string(),
    name: z.string(),
    reason: z.string(),
    mappedBy: z.int(),
    mappedAt: instant,
  }),
  LedgerSettingsChanged: ledgerSettings.extend({ reason: z.string(), changedBy: z.int(), changedAt: instant }),
  /**
   * Both days are included. `chartVersion`: changes of chart and settings before it, so that the files can be written
   * again. `repeats`: the last export of the same period. The journal was read up to `position` of the log.
   */
  LedgerExported: z.object({
    exportId: z.string(),
    system,
    from: day,
    to: day,
    chartVersion: z.int(),
    files: z.array(file),
    sums: z.array(ledgerSum),
    debitCents: z.int(),
    creditCents: z.int(),
    position: z.string(),
    repeats: z.string().nullable(),
    exportedBy: z.int(),
    exportedAt: instant,
  }),
  /** A file of the company's ledger was compared with an export. `differing` counts accounts, or accounts of a day. */
  LedgerReadBack: z.object({
    exportId: z.string(),
    kind: z.enum(['trial-balance', 'journal']),
    sha256: z.string(),
    lines: z.int(),
    agreeing: z.int(),
    differing: z.int(),
    /** Sum of the differences without their sign. */
    differenceCents: z.int(),
    readBy: z.int(),
    readAt: instant,
  }),
} as const;

export type LedgerExportEvent = EventsOf<typeof ledgerExportEvents>;
export type LedgerSettings = z.output<typeof ledgerSettings>;
export type LedgerSum = z.output<typeof ledgerSum>;
export type LedgerFile = z.output<typeof file>;
