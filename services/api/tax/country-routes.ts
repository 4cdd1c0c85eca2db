import { termsAt } from '@fynbos/application/reward-policy/current-policy.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { CALENDARS, holidaysOf } from '@fynbos/domain/country/holidays.ts';
import { TAX_RULES, taxRuleOn } from '@fynbos/domain/country/tax-rules.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { agentsByTaxCountry } from '@fynbos/projections/agents/queries.ts';
import { route, tagged } from '../http/route.ts';
import { countriesAnswer } from './answers.ts';

/** Years with listed holidays: the current and the next one. */
const YEARS_LISTED = 2;

/** The country packs: formats, tax rule and holidays of each country. */
export const countryRoutes = tagged('Tax', [
  route.get('/admin/countries', {
    who: { admin: 'reports:see' },
    summary: 'List the countries of the programme with their formats, tax rule and public holidays',
    reads: [agents.name],
    answer: countriesAnswer,
    handle: async (_call, { now, log, db }) => {
      const today = dayOf(now());
      const first = Number(today.slice(0, 4));
      const required = (await termsAt(log, now())).treatmentCountries ?? [];
      const counts = await agentsByTaxCountry(db);
      return {
        body: COUNTRIES.map((country) => {
          const { announced, movesToMonday, source } = CALENDARS[country.code];
          return {
            ...country,
            agents: counts.get(country.code) ?? 0,
            tax: taxRuleOn(country.code, today) ?? null,
            taxRules: TAX_RULES[country.code].length,
            treatmentRequired: required.includes(country.code),
            calendar: { announced: [...announced], movesToMonday, source },
            holidays: Array.from({ length: YEARS_LISTED }, (_, n) => [...holidaysOf(country.code, first + n)])
              .flat()
              .map(([day, name]) => ({ day, name }))
              .sort((a, b) => (a.day < b.day ? -1 : 1)),
          };
        }),
      };
    },
  }),
]);
