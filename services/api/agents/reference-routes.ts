import { loadBankList } from '@fynbos/application/reward-policy/programme-lists.ts';
import { banksOn } from '@fynbos/domain/bank-list/bank-list.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { isSouthAfricanId } from '@fynbos/domain/identity/id-number.ts';
import { TITLES } from '@fynbos/domain/identity/titles.ts';
import { z } from 'zod';
import { caseInsensitive, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { countryAnswer, listedBankAnswer, titleAnswer } from './answers.ts';
import { requiredMessage } from './labels.ts';

/** The bank list can change while the product runs. */
const MINUTE_CACHE = { 'Cache-Control': 'public, max-age=60' };
const HOUR_CACHE = { 'Cache-Control': 'public, max-age=3600' };
const countries = COUNTRIES.map(({ name, code, dailCode }) => ({ name, code, dailCode }));

export const referenceRoutes = tagged('Reference lists', [
  route.get('/countries', {
    who: 'anyone',
    summary: 'List the countries of the programme',
    answer: z.array(countryAnswer),
    handle: async () => ({ body: countries, headers: HOUR_CACHE }),
  }),
  route.get('/banks', {
    who: 'anyone',
    summary: 'List today’s banks with their branch codes; OTHER has none',
    answer: z.array(listedBankAnswer),
    handle: async (_call, { log, now }) => ({
      body: banksOn(await loadBankList(log), dayOf(now())),
      headers: MINUTE_CACHE,
    }),
  }),
  route.get('/titles', {
    who: 'anyone',
    summary: 'List the titles',
    answer: z.array(titleAnswer),
    handle: async () => ({ body: TITLES.map((name) => ({ name })), headers: HOUR_CACHE }),
  }),
  route.post('/identification/verification', {
    who: 'anyone',
    summary: 'Check the form of a South African ID number. The answer does not say whether an agent has it',
    body: caseInsensitive({ idNumber: requiredText(requiredMessage('idNumber'), 64) }),
    answer: z.object({ isValid: z.boolean() }),
    handle: async ({ body }) => ({ body: { isValid: isSouthAfricanId(body.idNumber) } }),
  }),
]);
