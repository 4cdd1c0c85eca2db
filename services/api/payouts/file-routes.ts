import { createHash, hash as hashOf } from 'node:crypto';
import { text as wholeText } from 'node:stream/consumers';
import { recordSensitiveExport } from '@fynbos/application/audit/record-act.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { loadAcbFiles, payerOf, setAcbGeneration } from '@fynbos/application/payouts/bank-files/file-settings.ts';
import { PayoutFiles } from '@fynbos/application/payouts/bank-files/file-store.ts';
import {
  incompletePayments,
  pain001Pieces,
  pain001Source,
} from '@fynbos/application/payouts/bank-files/pain001-file.ts';
import { editionsOf } from '@fynbos/application/payouts/run-session.ts';
import { loadBankList, loadExtraDays } from '@fynbos/application/reward-policy/programme-lists.ts';
import type { Stores } from '@fynbos/application/services.ts';
import { nextGeneration } from '@fynbos/domain/bank-files/acb-files.ts';
import { readBinsolFile } from '@fynbos/domain/bank-files/binsol.ts';
import { readCrossBorderFile } from '@fynbos/domain/bank-files/cross-border.ts';
import { readCsvFile } from '@fynbos/domain/bank-files/csv.ts';
import { LAYOUT_NOTICE, type ReadBack } from '@fynbos/domain/bank-files/format.ts';
import { readAcbFile } from '@fynbos/domain/bank-files/read-acb.ts';
import { type BankList, bankOfCode } from '@fynbos/domain/bank-list/bank-list.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { FILE_FORMATS, type FileFormat, type PayoutFile } from '@fynbos/domain/payout-run/events.ts';
import { type PayoutRow, payouts, runOf } from '@fynbos/projections/payouts/payouts.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { acbFilesAnswer, fileCheckAnswer } from './answers.ts';
import { payoutById } from './payout-view.ts';

/** Files in an answer. */
const SHOWN = 50;

/** The generation numbers of ACB files: the files so far, and the number of the next one. */
export const acbFileRoutes = tagged('Bank list and business days', [
  route.get('/admin/acb-files', {
    who: { admin: 'reports:see' },
    summary: 'Show the numbers of the last ACB files, and of the next one',
    answer: acbFilesAnswer,
    handle: async (_call, { config, log }) => {
      const { userCode } = payerOf(config.programme);
      const state = await loadAcbFiles(log);
      const files = state.files.filter((file) => file.userCode === userCode).slice(-SHOWN);
      return { body: { userCode, next: nextGeneration(state, userCode), files: files.reverse() } };
    },
  }),
  route.post('/admin/acb-files', {
    who: { admin: 'payouts:change' },
    summary: 'Set the number of the next ACB file, with a reason',
    body: z.object({ next: z.int('The number is missing.'), reason: needed('A reason is required.', 500) }),
    message: 'The number is saved.',
    run: ({ body, caller, context }, services) => {
      const { userCode } = payerOf(services.config.programme);
      return setAcbGeneration(services, { ...body, userCode, by: adminOf(caller).adminId }, context);
    },
  }),
]);

const sha256Of = (text: string): string => hashOf('sha256', text);

/** Returns the lines with a branch code that was a listed bank's and is no longer its code on the pay date (O10). */
function outdatedCodes(banks: BankList, { lines }: ReadBack, payDate: string): string[] {
  return lines.flatMap(({ branchCode }, index) => {
    const bank = bankOfCode(banks, branchCode, payDate);
    if (!bank || bank.branchCode === branchCode) return [];
    return [
      `Payment ${index + 1}: ${bank.name} has branch code ${bank.branchCode} on the pay date, not ${branchCode}.`,
    ];
  });
}

/** Refuses a message with payments abroad that lack BIC, address or category (O27). */
function assertComplete(references: readonly string[]): void {
  if (references.length === 0) return;
  const named =
    references.slice(0, 20).join(', ') + (references.length > 20 ? ` and ${references.length - 20} more` : '');
  const message = `BIC or address were missing when the files were written: ${named}. Pay these from the cross-border list, and complete their details before the next run.`;
  throw new DomainError('conflict', 'payout-run.pain001', message);
}

const find = async ({ db }: Pick<Services, 'db'>, id: string, format: string): Promise<PayoutFile> => {
  const fileFormat = FILE_FORMATS.find((each) => each === format);
  const file = (await payoutById(db, id)).files.find((each) => each.format === fileFormat);
  if (!file) throw new DomainError('not-found', 'payout-run.file', 'The run has no such file.');
  return file;
};

const piecesOf = async ({ db, log }: Stores, id: string, format: FileFormat): Promise<() => AsyncGenerator<string>> => {
  const { chunks } = (await payoutById(db, id)).state;
  const editions = await editionsOf(log, id, chunks);
  const files = new PayoutFiles(db, log.keys);
  return () => files.read(id, format, editions);
};
/** Throws if a byte differs. The file is read twice, so that it is never whole in memory. */
const assertAsRecorded = async (pieces: AsyncGenerator<string>, { sha256 }: PayoutFile): Promise<void> => {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  if (hash.digest('hex') === sha256) return;
  const message = 'The stored file was changed: its SHA-256 differs from the one on record.';
  throw new DomainError('conflict', 'payout-run.file-changed', message);
};

const fetchFile = route.get('/admin/payouts/{id}/files/{format}', {
  who: { admin: 'payouts:change' },
  summary: 'Download a bank file of a run',
  reads: [payouts.name],
  handle: async ({ params, caller, context, response }, services) => {
    const id = params.id;
    const file = await find(services, id, params.format);
    const { format, name } = file;
    await assertNotHeld(services, id);
    const pieces = await piecesOf(services, id, format);
    await assertAsRecorded(pieces(), file);
    await recordSensitiveExport({ log: services.log }, { caller, context }, 'payout-file', `payouts/${id}/${format}`);
    const type = format === 'acb' ? 'text/plain; charset=us-ascii' : 'text/csv; charset=utf-8';
    return sendFile(response, name, pieces(), type);
  },
});

const assertNotHeld = async ({ db }: Pick<Services, 'db'>, id: string): Promise<PayoutRow> => {
  const row = await payoutById(db, id);
  const { heldFor } = runOf(row);
  if (heldFor !== null) throw new DomainError('conflict', 'payout-run.held', `The payout run is on hold: ${heldFor}`);
  return row;
};

const fetchPain001 = route.get('/admin/payouts/{id}/pain001', {
  who: { admin: 'payouts:change' },
  summary:
    'Download the payments of a run as ISO 20022 pain.001.001.09, made from its recorded CSV file. Refused where a payment abroad lacks BIC or address',
  reads: [payouts.name],
  handle: async ({ params: { id }, caller, context, response }, services) => {
    const row = await assertNotHeld(services, id);
    const source = pain001Source(row);
    const file = await find(services, id, source);
    const pieces = await piecesOf(services, id, source);
    await assertAsRecorded(pieces(), file);
    assertComplete(await incompletePayments(row, pieces()));
    await recordSensitiveExport({ log: services.log }, { caller, context }, 'payout-file', `payouts/${id}/pain001`);
    const { reference, payDate, exportedAt } = row;
    const createdOn = exportedAt === null ? payDate : dayOf(new Date(exportedAt));
    const run = { reference, payDate, createdOn, payer: payerOf(services.config.programme) };
    return sendFile(response, `${reference}-pain001.xml`, pain001Pieces(run, row, pieces()));
  },
});

/** Reads a file back as on the day `today`. */
const readBack = async (
  services: Services,
  id: string,
  format: FileFormat,
  today: Day,
): Promise<{ text: string; back: ReadBack }> => {
  const text = await wholeText((await piecesOf(services, id, format))());
  if (format === 'csv') return { text, back: readCsvFile(text, sha256Of) };
  if (format === 'cross-border') return { text, back: readCrossBorderFile(text, sha256Of) };
  const proclaimedDays = await loadExtraDays(services.log);
  if (format === 'binsol') return { text, back: readBinsolFile(text, today, proclaimedDays) };
  return { text, back: readAcbFile(text, { today, proclaimedDays }) };
};

const check = route.get('/admin/payouts/{id}/files/{format}/check', {
  who: { admin: 'payouts:change' },
  summary: 'Verify a bank file of a run: lines, amount, hash, and its faults',
  reads: [payouts.name],
  answer: fileCheckAnswer,
  handle: async ({ params }, services) => {
    const id = params.id;
    const file = await find(services, id, params.format);
    const run = await payoutById(services.db, id);
    // The pay date of a settled run has passed, which is no error of its file.
    const today = run.settledAt === null ? dayOf(services.now()) : run.payDate;
    const { text, back } = await readBack(services, id, file.format, today);
    const errors = [...back.errors];
    if (sha256Of(text) !== file.sha256) errors.push('The SHA-256 differs from the one on record.');
    if (back.lines.length !== run.sent.lines || back.cents !== run.sent.nettCents)
      errors.push('The file does not agree with the run.');
    if (run.batch === 'eft') errors.push(...outdatedCodes(await loadBankList(services.log), back, run.payDate));
    return {
      body: {
        ...file,
        lines: back.lines.length,
        cents: back.cents,
        errors: errors.slice(0, 100),
        layoutNotice: LAYOUT_NOTICE,
      },
    };
  },
});
export const fileRoutes = tagged('Payouts', [check, fetchFile, fetchPain001]);
