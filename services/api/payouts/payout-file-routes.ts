import { recordSensitiveExport } from '@fynbos/application/audit/record-admin-action.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { loadAcbFiles, payerOf, setAcbGeneration } from '@fynbos/application/payouts/bank-files/file-settings.ts';
import { pain001Message } from '@fynbos/application/payouts/bank-files/pain001-file.ts';
import { checkFile, fileToSend } from '@fynbos/application/payouts/bank-files/recorded-file.ts';
import { payoutById } from '@fynbos/application/payouts/payout-view.ts';
import { nextGeneration } from '@fynbos/domain/bank-files/acb-files.ts';
import { LAYOUT_NOTICE } from '@fynbos/domain/bank-files/format.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { z } from 'zod';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { acbFilesAnswer, fileCheckAnswer } from './answers.ts';

/** Files in an answer. */
const MAX_FILES_LISTED = 50;

/** The generation numbers of ACB files: the files so far, and the number of the next one. */
export const acbFileRoutes = tagged('Bank list and business days', [
  route.get('/admin/acb-files', {
    who: { admin: 'reports:see' },
    summary: 'Get the numbers of the last ACB files, and of the next one',
    answer: acbFilesAnswer,
    handle: async (_call, { config, log }) => {
      const { userCode } = payerOf(config.programme);
      const state = await loadAcbFiles(log);
      const files = state.files.filter((file) => file.userCode === userCode).slice(-MAX_FILES_LISTED);
      return { body: { userCode, next: nextGeneration(state, userCode), files: files.reverse() } };
    },
  }),
  route.post('/admin/acb-files', {
    who: { admin: 'payouts:change' },
    summary: 'Set the number of the next ACB file, with a reason',
    body: z.object({ next: z.int('The number is missing.'), reason: reasonField('A reason is required.', 500) }),
    message: 'The number was saved.',
    run: ({ body, caller, context }, services) => {
      const { userCode } = payerOf(services.config.programme);
      return setAcbGeneration(services, { ...body, userCode, by: adminOf(caller).adminId }, context);
    },
  }),
]);

const fetchFile = route.get('/admin/payouts/{id}/files/{format}', {
  who: { admin: 'payouts:change' },
  summary: 'Download a bank file of a run',
  reads: [payouts.name],
  handle: async ({ params: { id, format }, caller, context, response }, services) => {
    const { file, pieces } = await fileToSend(services, await payoutById(services.db, id), format);
    await recordSensitiveExport({ log: services.log }, { caller, context }, 'payout-file', `payouts/${id}/${format}`);
    const type = format === 'acb' ? 'text/plain; charset=us-ascii' : 'text/csv; charset=utf-8';
    return sendFile(response, file.name, pieces(), type);
  },
});

const fetchPain001 = route.get('/admin/payouts/{id}/pain001', {
  who: { admin: 'payouts:change' },
  summary:
    'Download the payments of a run as ISO 20022 pain.001.001.09, made from its recorded CSV file. Refused where a payment abroad lacks BIC or address',
  reads: [payouts.name],
  handle: async ({ params: { id }, caller, context, response }, services) => {
    const row = await payoutById(services.db, id);
    const pieces = await pain001Message(services, row, payerOf(services.config.programme));
    await recordSensitiveExport({ log: services.log }, { caller, context }, 'payout-file', `payouts/${id}/pain001`);
    return sendFile(response, `${row.reference}-pain001.xml`, pieces);
  },
});

const check = route.get('/admin/payouts/{id}/files/{format}/check', {
  who: { admin: 'payouts:change' },
  summary: 'Verify a bank file of a run: lines, amount, hash, and its faults',
  reads: [payouts.name],
  answer: fileCheckAnswer,
  handle: async ({ params: { id, format } }, services) => {
    const checked = await checkFile(services, await payoutById(services.db, id), format);
    return { body: { ...checked, layoutNotice: LAYOUT_NOTICE } };
  },
});

export const payoutFileRoutes = tagged('Payouts', [check, fetchFile, fetchPain001]);
