import { MONTH_END_MODELS, monthEndPack } from '@fynbos/application/month-close/month-end-pack.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { month } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { monthEndPdf } from './month-end-pdf.ts';

export const monthEndRoutes = tagged('Reports', [
  route.get('/admin/reports/month-end.pdf', {
    who: { admin: 'reports:see' },
    summary:
      'Download the month-end pack as PDF: totals, ageing, journal, payouts, PAYE, reconciliation, signals and controls',
    query: z.object({ month: month('month must be a month as YYYY-MM.') }),
    reads: MONTH_END_MODELS,
    handle: async (call, services) => {
      const { month } = call.query;
      const { config, exports, now } = services;
      const at = now();
      if (`${month}-01` >= dayOf(at))
        throw fieldError('month-end.month', 'month', 'No day of this month has ended yet.');
      const pack = await exports.past(call, (gone) => monthEndPack(services, month, at, gone));
      if (!pack) return undefined;
      const pdf = monthEndPdf(pack, config.programme.PROGRAMME_NAME, dayOf(at));
      return sendFile(call.response, `month-end-${month}.pdf`, renderPdf(pdf));
    },
  }),
]);
