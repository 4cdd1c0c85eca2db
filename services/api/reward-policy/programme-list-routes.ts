import { bankListCommand } from '@fynbos/application/approvals/changes/bank-list.ts';
import { businessDayCommand } from '@fynbos/application/approvals/changes/business-days.ts';
import { bankListHistory, extraDaysHistory, loadBankList } from '@fynbos/application/reward-policy/programme-lists.ts';
import { banksOn, checkBankChange, nameInList } from '@fynbos/domain/bank-list/bank-list.ts';
import { checkExtraDay, publicHolidays } from '@fynbos/domain/business-days/business-days.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { day as dayField, reasonField, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { bankListAnswer, businessDaysAnswer } from './answers.ts';

const day = dayField('Must be a date as YYYY-MM-DD.');
/** Number of years with listed holidays: the current and the next one. */
const YEARS_LISTED = 2;

const bankChange = z.object({
  name: requiredText('The bank’s name is missing.', 60),
  /** Null removes the bank from the list. */
  branchCode: z.string().trim().nullable(),
  effectiveFrom: day,
  reason: reasonField('Say why the list changes.'),
});
const dayChange = z.object({
  day,
  /** Null makes it a business day again. */
  name: z.string().trim().nullable(),
  reason: reasonField('Say why the day changes.'),
});

/** The bank list and the business days: their current state, and changes with a reason and an approval. */
export const programmeListRoutes = tagged('Bank list and business days', [
  route.get('/admin/bank-list', {
    who: { admin: 'reports:see' },
    summary: 'List today’s banks with their branch codes, and every change of the list',
    answer: bankListAnswer,
    handle: async (_call, { log, now }) => {
      const { state, changes } = await bankListHistory(log);
      return { body: { banks: banksOn(state, dayOf(now())), changes } };
    },
  }),
  route.post('/admin/bank-list', {
    who: { admin: 'policy:change' },
    summary: 'Add a bank, change its branch code, or remove it, from a day on. Needs approval',
    body: bankChange,
    ...pendingApproval,
    handle: async (call, services) => {
      const list = await loadBankList(services.log);
      const { reason, ...payload } = call.body;
      // Reject an invalid change now, not at the approval.
      checkBankChange(list, bankListCommand(payload));
      const { branchCode, effectiveFrom } = payload;
      const name = nameInList(list, payload.name);
      const change =
        branchCode === null ? `Remove ${name} from the bank list` : `${name} has branch code ${branchCode}`;
      return respondPendingApproval(services, call, {
        reason,
        kind: 'bank-list.change',
        subject: 'bank-list/1',
        summary: `${change} from ${effectiveFrom}`,
        fields: ['branchCode'],
        payload,
      });
    },
  }),
  route.get('/admin/business-days', {
    who: { admin: 'reports:see' },
    summary: 'List bank holidays of this year and the next, and every change of extra holidays',
    answer: businessDaysAnswer,
    handle: async (_call, { log, now }) => {
      const { state: extra, changes } = await extraDaysHistory(log);
      const first = Number(dayOf(now()).slice(0, 4));
      const holidays = Array.from({ length: YEARS_LISTED }, (_, n) => [...publicHolidays(first + n, extra)])
        .flat()
        .map(([on, name]) => ({ day: on, name, isExtra: extra.has(on) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1));
      return { body: { holidays, changes } };
    },
  }),
  route.post('/admin/business-days', {
    who: { admin: 'policy:change' },
    summary: 'Add or remove an extra bank holiday. Needs approval',
    body: dayChange,
    ...pendingApproval,
    handle: async (call, services) => {
      const { reason, ...payload } = call.body;
      checkExtraDay(businessDayCommand(payload), dayOf(call.context.now));
      const { day: on, name } = payload;
      return respondPendingApproval(services, call, {
        reason,
        kind: 'business-days.change',
        subject: 'business-days/1',
        summary: name === null ? `${on} is a business day again` : `${on} is not a business day: ${name}`,
        fields: ['day'],
        payload,
      });
    },
  }),
]);
