import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { LedgerAccount } from '@fynbos/domain/ledger/journal.ts';
import { type Chart, sageCode } from '@fynbos/domain/ledger-export/chart.ts';
import type { LedgerSum } from '@fynbos/domain/ledger-export/events.ts';
import { exportWithId, LEDGER_EXPORT_STREAM, ledgerExportDecider } from '@fynbos/domain/ledger-export/ledger-export.ts';
import { type Cents, exactSum } from '@fynbos/domain/money.ts';
import { z } from 'zod';
import { handle } from '../handle.ts';
import type { WithLog } from '../services.ts';
import { loadLedgerExports } from './ledger-export.ts';

/** A line of a file from the company's ledger: debits less credits in cents. A trial balance has no day. */
export interface PostedLine {
  readonly code: string;
  readonly day: Day | null;
  readonly cents: Cents;
}

/** A file from the company's ledger. */
export interface PostedFile {
  readonly kind: 'trial-balance' | 'journal';
  readonly sha256: string;
  readonly lines: readonly PostedLine[];
}

/** An account (of a day, for a journal listing) as exported and as posted. Debits less credits, cents. */
export const readBackRow = z.object({
  day: z.iso.date().nullable(),
  code: z.string(),
  name: z.string(),
  exportedCents: z.int(),
  postedCents: z.int(),
  differenceCents: z.int(),
  /** `missing`: exported and not posted. `extra`: posted and not exported. */
  state: z.enum(['agrees', 'differs', 'missing', 'extra']),
});
export type ReadBackRow = z.output<typeof readBackRow>;

/** A code as the ledger may write it: leading zeros, strokes and case do not count. */
const keyOfCode = (code: string): string =>
  sageCode(code)
    .toUpperCase()
    .replace(/^0+(?=.)/, '');

const stateOf = (exported: Cents | undefined, posted: Cents | undefined): ReadBackRow['state'] => {
  if ((exported ?? 0) === (posted ?? 0)) return 'agrees';
  if (posted === undefined) return 'missing';
  return exported === undefined ? 'extra' : 'differs';
};

/** Compares what was exported with what the company's ledger says was posted, per account and day (L17). */
export function comparePosted(
  { accounts }: Chart,
  { sums, from, to }: { readonly sums: readonly LedgerSum[]; readonly from: Day; readonly to: Day },
  { kind, lines }: Pick<PostedFile, 'kind' | 'lines'>,
) {
  const companyAccounts = new Map(Object.values(accounts).map((account) => [keyOfCode(account.code), account]));
  const codeOf = (account: LedgerAccount): string => keyOfCode(accounts[account]?.code ?? '');
  const isByDay = kind === 'journal';
  const exported = new Map<string, Cents>();
  const posted = new Map<string, Cents>();
  const add = (to: Map<string, Cents>, day: Day | null, code: string, cents: Cents): void => {
    const key = `${isByDay ? day : ''} ${code}`;
    to.set(key, exactSum([to.get(key) ?? 0, cents]));
  };
  for (const { day, account, debitCents, creditCents } of sums)
    add(exported, day, codeOf(account), debitCents - creditCents);
  const companyLines = lines.filter(({ code }) => companyAccounts.has(keyOfCode(code)));
  const inPeriod = companyLines.filter(({ day }) => !isByDay || (day !== null && day >= from && day <= to));
  for (const { code, day, cents } of inPeriod) add(posted, day, keyOfCode(code), cents);
  const rows = [...new Set([...exported.keys(), ...posted.keys()])].sort().map((key): ReadBackRow => {
    const [day = '', code = ''] = key.split(' ');
    const account = companyAccounts.get(code);
    const exportedCents = exported.get(key) ?? 0;
    const postedCents = posted.get(key) ?? 0;
    return {
      day: day === '' ? null : day,
      code: account?.code ?? code,
      name: account?.name ?? '',
      exportedCents,
      postedCents,
      differenceCents: postedCents - exportedCents,
      state: stateOf(exported.get(key), posted.get(key)),
    };
  });
  const differing = rows.filter(({ state }) => state !== 'agrees');
  return {
    rows,
    agreeing: rows.length - differing.length,
    differing: differing.length,
    differenceCents: exactSum(differing.map(({ differenceCents }) => Math.abs(differenceCents))),
    otherAccounts: lines.length - companyLines.length,
    otherDays: companyLines.length - inPeriod.length,
  };
}

/** Compares a file of the company's ledger with an export, and records the result. Throws `ledger-export.unknown`. */
export async function readBack(
  { log }: WithLog,
  { exportId, by }: { readonly exportId: string; readonly by: number },
  file: PostedFile,
  context: CommandContext,
) {
  const { state } = await loadLedgerExports(log);
  const found = exportWithId(state, exportId);
  const result = comparePosted(state.charts[found.chartVersion] ?? state.charts[0], found, file);
  const { agreeing, differing, differenceCents } = result;
  const { kind, sha256, lines } = file;
  const command = {
    type: 'RecordReadBack',
    exportId,
    kind,
    sha256,
    lines: lines.length,
    agreeing,
    differing,
    differenceCents,
    by,
  } as const;
  const { position } = await handle(log, {
    decider: ledgerExportDecider,
    streamId: LEDGER_EXPORT_STREAM,
    command,
    context,
  });
  return { result, position };
}
