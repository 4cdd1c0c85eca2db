import { adminOf } from '@fynbos/application/caller.ts';
import { loadAcbFiles, setAcbGeneration } from '@fynbos/application/payouts/bank-files/acb-files.ts';
import { payerOf } from '@fynbos/application/payouts/bank-files/payer.ts';
import { nextGeneration } from '@fynbos/domain/acb-files/acb-files.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { acbFilesAnswer } from './answers.ts';

const tag = 'Bank list and business days';
/** Files in an answer. */
const SHOWN = 50;

/** The generation numbers of ACB files: the files so far, and the number of the next one. */
export const acbFileRoutes: readonly Route[] = [
  route.get('/admin/acb-files', {
    who: { admin: 'reports:see' },
    summary: 'Show the numbers of the last ACB files, and of the next one',
    tag,
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
    tag,
    body: z.object({ next: z.int('The number is missing.'), reason: needed('A reason is required.', 500) }),
    answer: z.object({ message: z.string() }),
    handle: async ({ body, caller, context }, services) => {
      const { userCode } = payerOf(services.config.programme);
      const { position } = await setAcbGeneration(
        services,
        { ...body, userCode, by: adminOf(caller).adminId },
        context,
      );
      return { body: { message: 'The number is saved.' }, position };
    },
  }),
];
