import { CONTROLS, type Control } from '@fynbos/domain/ledger/controls.ts';
import { JOURNAL_KINDS, type JournalKind } from '@fynbos/domain/ledger/journal.ts';
import { AGES, type AgeBucket, STANDINGS, type Standing } from '@fynbos/domain/ledger/owed.ts';
import { z } from 'zod';

// All amounts are cents.

const cents = z.int();
const day = z.iso.date();
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]];
const standing = z.enum(keysOf<Standing>(STANDINGS));
const bucket = z.enum(AGES.map((age) => age.bucket) as [AgeBucket, ...AgeBucket[]]);
const ages = z.object(Object.fromEntries(AGES.map((age) => [age.bucket, cents])) as Record<AgeBucket, typeof cents>);
const owed = ages.extend({ agents: z.int(), balanceCents: cents });

/** `GET /admin/liability`. */
export const liabilityAnswer = z.object({
  on: day,
  ages: z.array(z.object({ bucket, label: z.string(), days: z.int().nullable() })),
  rows: z.array(owed.extend({ standing, text: z.string() })),
  totals: owed,
});

/** `GET /admin/agents-owed`. */
export const agentsOwedAnswer = z.array(
  ages.extend({
    id: z.int(),
    agentId: z.int(),
    loyaltyTrackingNo: z.string().nullable(),
    firstName: z.string().nullable(),
    surname: z.string().nullable(),
    agencyName: z.string().nullable(),
    balanceCents: cents,
    standing,
    bankChangedAt: z.iso.datetime().nullable(),
    contactChangedAt: z.iso.datetime().nullable(),
  }),
);

/** `GET /admin/forecast`. */
export const forecastAnswer = z.object({
  on: day,
  policyChanges: z.array(day),
  months: z.array(
    z.object({
      month: z.string(),
      knownCents: cents,
      reachingCents: cents,
      expectedCents: cents,
      expiringCents: cents,
      payeCents: cents,
    }),
  ),
  undated: z.array(z.object({ standing, text: z.string(), agents: z.int(), cents })),
  pendingCents: cents,
  paceCents: cents,
  payePerNett: z.number(),
});

const control = z.enum(keysOf<Control>(CONTROLS));

/** `GET /admin/controls`. */
export const controlsAnswer = z.object({
  from: day,
  to: day,
  controls: z.array(z.object({ control, label: z.string(), found: z.int() })),
  findings: z.array(
    z.object({
      control,
      at: z.iso.datetime(),
      by: z.string(),
      subject: z.string(),
      what: z.string(),
      reason: z.string().nullable(),
    }),
  ),
});

const account = z.object({ code: z.string(), name: z.string(), side: z.enum(['debit', 'credit']) });
const sides = { debitCents: cents, creditCents: cents };

/** `GET /admin/journal`. */
export const journalAnswer = z.object({
  from: day,
  to: day,
  accounts: z.array(account.extend(sides)),
  days: z.array(z.object({ day, ...sides, lines: z.int() })),
  kinds: z.array(
    z.object({
      kind: z.enum(keysOf<JournalKind>(JOURNAL_KINDS)),
      label: z.string(),
      entries: z.int(),
      grossCents: cents,
      payeCents: cents,
      nettCents: cents,
    }),
  ),
  chart: z.array(account),
});
