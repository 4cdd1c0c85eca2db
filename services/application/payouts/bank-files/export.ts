import { createHash, randomUUID } from 'node:crypto';
import { type AgentState, noAgent } from '@fynbos/domain/agent/state.ts';
import { sumOf } from '@fynbos/domain/amounts.ts';
import { acbFile } from '@fynbos/domain/bank-files/acb.ts';
import { binsolFile } from '@fynbos/domain/bank-files/binsol.ts';
import { crossBorderFile } from '@fynbos/domain/bank-files/cross-border.ts';
import { csvFile } from '@fynbos/domain/bank-files/csv.ts';
import { type BankFileFormat, hashTotalOf, type PaymentLine } from '@fynbos/domain/bank-files/format.ts';
import { type BankList, bankOfCode, type ListedBank } from '@fynbos/domain/bank-list/bank-list.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { countryOf, isHome } from '@fynbos/domain/country/countries.ts';
import type { PayoutFile, PayoutLine } from '@fynbos/domain/payout-run/events.ts';
import { dropReason, type LineTerms, lineBlockedBy } from '@fynbos/domain/payout-run/payability.ts';
import type { FileReason, NotPayableReason } from '@fynbos/domain/payout-run/reasons.ts';
import { unchangedLine } from '@fynbos/domain/rewards-account/payout/unchanged-line.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { loadAgents } from '../../agents/load-agent.ts';
import { loadBankList } from '../../reward-policy/programme-lists.ts';
import { accountEnds, loadAccounts } from '../../rewards/accounts.ts';
import { releaseLines } from '../freeze.ts';
import { type Editions, editionsOf, fileRunOf, pipeline, type RunWork } from '../run-session.ts';
import { countAcbFile } from './file-settings.ts';
import type { PayoutFiles } from './file-store.ts';

const FORMATS: Readonly<Record<'eft' | 'cross-border', readonly BankFileFormat[]>> = {
  eft: [csvFile, binsolFile, acbFile],
  'cross-border': [crossBorderFile],
};

const termsOf = ({ session, context }: RunWork): LineTerms => ({
  ...session.state,
  runId: session.runId,
  at: context.now.toISOString(),
});

/** A South African account: its bank's name and branch code on the day of payment, whatever code was entered. */
function paymentOf(
  line: PayoutLine,
  { bank, details, loyaltyTrackingNo }: AgentState,
  bankOf: (branchCode: string) => ListedBank | undefined,
): PaymentLine {
  if (!bank || loyaltyTrackingNo === null) throw new Error('a line without bank details was exported');
  const { bankAccountHolderName, bankAccountNumber, bankCountry } = bank;
  const { name: bankName, branchCode } = (isHome(bankCountry) ? bankOf(bank.branchCode) : undefined) ?? {
    name: bank.bankName,
    branchCode: bank.branchCode,
  };
  return {
    accountHolder: bankAccountHolderName,
    accountNumber: bankAccountNumber,
    branchCode,
    bankName,
    bankCountry,
    accountType: bank.accountType,
    foreignPayee: isHome(bankCountry)
      ? undefined
      : {
          bic: bank.bic ?? '',
          street: details?.physicalAddressLine1 ?? '',
          town: details?.physicalAddressLine3 || (details?.physicalAddressLine2 ?? ''),
          postalCode: details?.postalCode ?? '',
          country: countryOf(details?.taxCountry ?? '')?.iso ?? '',
        },
    amountCents: line.nettCents,
    agentId: line.agentId,
    loyaltyTrackingNo,
  };
}

interface Checked {
  readonly kept: readonly PayoutLine[];
  readonly payments: readonly PaymentLine[];
  readonly dropped: readonly (PayoutLine & { readonly reason: NotPayableReason })[];
}

/** Checks a chunk before export. Only accounts that changed after the freeze are read whole. */
async function checkChunk(work: RunWork, banks: BankList, chunk: number): Promise<Checked> {
  const { log, session } = work;
  const { runId } = session;
  const lines = await session.linesOf(chunk);
  const ids = lines.map(({ agentId }) => agentId);
  const [people, ends] = await Promise.all([loadAgents(log, ids), accountEnds(log, ids.map(accountStreamOf))]);
  const agentOf = (agentId: number): AgentState => people.get(agentId) ?? noAgent;
  const terms = termsOf(work);
  const changedIds = ids.filter((agentId) => {
    const line = unchangedLine(ends.get(accountStreamOf(agentId))?.state, runId);
    return line === null || lineBlockedBy(agentOf(agentId), line, false, terms) !== null;
  });
  const reasons = new Map<number, NotPayableReason>();
  for (const [agentId, account] of await loadAccounts(log, changedIds)) {
    const reason = dropReason(agentOf(agentId), account, terms);
    if (reason !== null) reasons.set(agentId, reason);
  }
  const bankOf = (branchCode: string) => bankOfCode(banks, branchCode, session.state.payDate);
  const payable = lines.filter(({ agentId }) => !reasons.has(agentId));
  const payments = payable.map((line) => paymentOf(line, agentOf(line.agentId), bankOf));
  for (const agentId of indexesOfUnwritableLines(work, payments)) reasons.set(agentId, 'FileCannotHoldLine');
  return withoutLines({ kept: lines, payments, dropped: [] }, reasons);
}

/** The same chunk without the lines that have a reason to drop out. */
function withoutLines({ kept, payments, dropped }: Checked, reasons: ReadonlyMap<number, NotPayableReason>): Checked {
  const isKept = ({ agentId }: { readonly agentId: number }): boolean => !reasons.has(agentId);
  const more = kept.flatMap((line) => {
    const reason = reasons.get(line.agentId);
    return reason === undefined ? [] : [{ ...line, reason }];
  });
  return { kept: kept.filter(isKept), payments: payments.filter(isKept), dropped: [...dropped, ...more] };
}

/** Lines that one of the run's files cannot hold; tried one by one only if the chunk fails. */
function indexesOfUnwritableLines(work: RunWork, payments: readonly PaymentLine[]): number[] {
  const run = fileRunOf(work, dayOf(work.context.now));
  const isWritable = (lines: readonly PaymentLine[]): boolean => {
    try {
      for (const format of FORMATS[work.session.state.batch]) format.lines(run, lines, 1);
      return true;
    } catch (failure) {
      if (failure instanceof RangeError) return false;
      throw failure;
    }
  };
  if (isWritable(payments)) return [];
  return payments.filter((payment) => !isWritable([payment])).map(({ agentId }) => agentId);
}

/** Drops the lines that would make the run's totals exceed the limits of one of its files. */
function withinTotals({ session }: RunWork, checked: Checked): Checked {
  const limits = FORMATS[session.state.batch].flatMap((format) => format.limits ?? []);
  let { lines, nettCents } = session.state.sent;
  const reasons = new Map<number, FileReason>();
  for (const line of checked.kept) {
    if (limits.some((limit) => lines + 1 > limit.lines || nettCents + line.nettCents > limit.cents)) {
      reasons.set(line.agentId, 'FileCannotHoldTotal');
      continue;
    }
    lines++;
    nettCents += line.nettCents;
  }
  return reasons.size === 0 ? checked : withoutLines(checked, reasons);
}

/** The order matters: another process may do the same work, and only the recorded edition counts. */
async function recordChunk(work: RunWork, files: PayoutFiles, chunk: number, checked: Checked): Promise<void> {
  const { session, context } = work;
  const { kept, payments, dropped } = withinTotals(work, checked);
  const first = session.state.sent.lines + 1;
  const run = fileRunOf(work, dayOf(context.now));
  const control = { lines: kept.length, cents: sumOf(kept).nettCents, hashTotal: hashTotalOf(payments) };
  const edition = randomUUID();
  await files.put(
    session.runId,
    edition,
    FORMATS[session.state.batch].map((format) => ({
      format: format.name,
      part: chunk,
      text: format.lines(run, payments, first),
      ...control,
    })),
  );
  const totals = { lines: kept.length, ...sumOf(kept) };
  await session.executeAtRevision(
    { type: 'RecordCheck', chunk, kept: totals, dropped: [...dropped], edition },
    context,
  );
  await releaseLines(work, dropped);
}

interface FileParts {
  readonly edition: string;
  readonly ofLines: Editions;
  readonly acbGeneration: number;
}

/** Writes the header and the trailer of a file as an edition, and computes its SHA-256. */
async function finishFile(
  work: RunWork,
  files: PayoutFiles,
  format: BankFileFormat,
  { edition, ofLines, acbGeneration }: FileParts,
): Promise<PayoutFile> {
  const { session, context } = work;
  const { runId, chunks, reference, sent } = session.state;
  const run = { ...fileRunOf(work, dayOf(context.now)), acbGeneration };
  const nothing = { lines: 0, cents: 0, hashTotal: 0n };
  await files.put(runId, edition, [{ format: format.name, part: 0, text: format.header(run), ...nothing }]);
  const editions = [edition, ...ofLines];
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const text of files.read(runId, format.name, editions)) {
    hash.update(text);
    bytes += Buffer.byteLength(text);
  }
  const control = await files.control(runId, format.name, editions);
  if (control.lines !== sent.lines || control.cents !== sent.nettCents) {
    throw new RangeError('Its lines do not match the totals of the run.');
  }
  const trailer = format.trailer(run, control, hash.copy().digest('hex'));
  await files.put(runId, edition, [{ format: format.name, part: chunks + 1, text: trailer, ...nothing }]);
  const sha256 = hash.update(trailer).digest('hex');
  return {
    format: format.name,
    name: `${reference}-${format.name}.${format.extension}`,
    sha256,
    bytes: bytes + Buffer.byteLength(trailer),
    lines: control.lines,
  };
}

/** Payments of an earlier attempt that can no longer be sent as written (O6): a run on hold waits for a person. */
async function countOutdated(work: RunWork, banks: BankList): Promise<number> {
  const { checkedChunks, sent } = work.session.state;
  let payable = 0;
  for (let chunk = 1; chunk <= checkedChunks; chunk++) {
    work.assertMayContinue();
    payable += (await checkChunk(work, banks, chunk)).kept.length;
  }
  return sent.lines - payable;
}

/**
 * Starts after the last recorded chunk. A run on hold is skipped. If the files cannot be written, or a payment in them
 * can no longer be made, the run is put on hold, so that a person can cancel or resume it.
 */
export async function exportRun(work: RunWork, files: PayoutFiles): Promise<void> {
  const { log, session, context, assertMayContinue } = work;
  if (session.state.heldFor !== null) return;
  // The previous process may have ended between recording the chunk and releasing its dropped lines.
  await releaseLines(work, await session.droppedLast());
  const banks = await loadBankList(log);
  const outdated = await countOutdated(work, banks);
  if (outdated > 0) {
    const reason = `${outdated === 1 ? '1 payment' : `${outdated} payments`} in its files can no longer be made. Cancel the run and propose another.`;
    await session.execute({ type: 'HoldPayoutRun', reason }, context);
    return;
  }
  const { checkedChunks, chunks } = session.state;
  const left = Array.from({ length: chunks - checkedChunks }, (_, n) => checkedChunks + 1 + n);
  await pipeline(
    left,
    (chunk) => checkChunk(work, banks, chunk),
    async (chunk, checked) => {
      assertMayContinue();
      await recordChunk(work, files, chunk, checked);
      return true;
    },
  );
  const edition = randomUUID();
  const written: PayoutFile[] = [];
  if (session.state.sent.lines > 0) {
    const ofLines = (await editionsOf(log, session.runId, chunks)).slice(1, -1);
    const acbGeneration = session.state.batch === 'eft' ? await countAcbFile(work) : 1;
    for (const format of FORMATS[session.state.batch]) {
      try {
        written.push(await finishFile(work, files, format, { edition, ofLines, acbGeneration }));
      } catch (failure) {
        if (!(failure instanceof RangeError)) throw failure;
        const reason = `The ${format.name} file could not be written. ${failure.message}`;
        await session.execute({ type: 'HoldPayoutRun', reason }, context);
        return;
      }
    }
  }
  assertMayContinue();
  await session.executeAtRevision({ type: 'RecordExport', files: written, edition }, context);
}
