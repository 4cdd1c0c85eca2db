import { createHash, hash as hashOf } from 'node:crypto';
import { text as wholeText } from 'node:stream/consumers';
import { readBinsolFile } from '@fynbos/domain/bank-files/binsol.ts';
import { readCrossBorderFile } from '@fynbos/domain/bank-files/cross-border.ts';
import { readCsvFile } from '@fynbos/domain/bank-files/csv.ts';
import type { ReadBack } from '@fynbos/domain/bank-files/format.ts';
import { readAcbFile } from '@fynbos/domain/bank-files/read-acb.ts';
import { type BankList, bankOfCode } from '@fynbos/domain/bank-list/bank-list.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { FileFormat, PayoutFile } from '@fynbos/domain/payout-run/events.ts';
import { type PayoutRow, runOf } from '@fynbos/projections/payouts/payouts.ts';
import { loadBankList, loadExtraDays } from '../../reward-policy/programme-lists.ts';
import type { Essentials, Stores } from '../../services.ts';
import { editionsOf } from '../run-session.ts';
import { PayoutFiles } from './file-store.ts';

interface RecordedFile {
  readonly file: PayoutFile;
  /** Reads the stored file from its beginning. */
  readonly pieces: () => AsyncGenerator<string>;
}

/** A recorded file of a run. Throws `payout-run.file` where the run has no file of the format. */
async function recordedFile({ db, log }: Stores, run: PayoutRow, format: string): Promise<RecordedFile> {
  const file = run.files.find((each) => each.format === format);
  if (!file) throw new DomainError('not-found', 'payout-run.file', 'The run has no such file.');
  const editions = await editionsOf(log, run.id, run.state.chunks);
  const files = new PayoutFiles(db, log.keys);
  return { file, pieces: () => files.read(run.id, file.format, editions) };
}

/**
 * A recorded file for a download. The file is read twice, so that it is never whole in memory. Throws `payout-run.held`
 * for a run on hold, `payout-run.file`, and `payout-run.file-changed` where any byte differs from the approved and
 * recorded file.
 */
export async function fileToSend(services: Stores, run: PayoutRow, format: string): Promise<RecordedFile> {
  const { heldFor } = runOf(run);
  if (heldFor !== null) throw new DomainError('conflict', 'payout-run.held', `The payout run is on hold: ${heldFor}`);
  const recorded = await recordedFile(services, run, format);
  const hash = createHash('sha256');
  for await (const piece of recorded.pieces()) hash.update(piece);
  if (hash.digest('hex') === recorded.file.sha256) return recorded;
  const message = 'The stored file was changed: its SHA-256 differs from the one on record.';
  throw new DomainError('conflict', 'payout-run.file-changed', message);
}

const sha256Of = (text: string): string => hashOf('sha256', text);

/** Reads a file back as on the day `today`. */
async function readBack({ log }: Stores, format: FileFormat, text: string, today: Day): Promise<ReadBack> {
  if (format === 'csv') return readCsvFile(text, sha256Of);
  if (format === 'cross-border') return readCrossBorderFile(text, sha256Of);
  const proclaimedDays = await loadExtraDays(log);
  return format === 'binsol'
    ? readBinsolFile(text, today, proclaimedDays)
    : readAcbFile(text, { today, proclaimedDays });
}

/** The payments with a branch code that was a listed bank's and is no longer its code on the pay date (O10). */
function outdatedCodes(banks: BankList, { lines }: ReadBack, payDate: Day): string[] {
  return lines.flatMap(({ branchCode }, index) => {
    const bank = bankOfCode(banks, branchCode, payDate);
    if (!bank || bank.branchCode === branchCode) return [];
    return [
      `Payment ${index + 1}: ${bank.name} has branch code ${bank.branchCode} on the pay date, not ${branchCode}.`,
    ];
  });
}

/** Faults in the answer of a check. */
const MAX_LISTED_ERRORS = 100;

/**
 * Reads a recorded file of a run back and compares it with the record, the run and the bank list. `cents`: the sum of
 * its payments. Throws `payout-run.file`.
 */
export async function checkFile(services: Essentials, run: PayoutRow, format: string) {
  const { file, pieces } = await recordedFile(services, run, format);
  const text = await wholeText(pieces());
  // The pay date of a settled run has passed, which is no error of its file.
  const today = run.settledAt === null ? dayOf(services.now()) : run.payDate;
  const back = await readBack(services, file.format, text, today);
  const errors = [...back.errors];
  if (sha256Of(text) !== file.sha256) errors.push('The SHA-256 differs from the one on record.');
  if (back.lines.length !== run.sent.lines || back.cents !== run.sent.nettCents)
    errors.push('The file does not agree with the run.');
  if (run.batch === 'eft') errors.push(...outdatedCodes(await loadBankList(services.log), back, run.payDate));
  return { ...file, lines: back.lines.length, cents: back.cents, errors: errors.slice(0, MAX_LISTED_ERRORS) };
}
