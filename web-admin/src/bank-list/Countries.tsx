import type { Countries as CountriesView } from '@fynbos/api/tax/answers.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import { date, grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Wording } from '../i18n/wording.ts';
import { Facts } from '../record/Facts.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

type Country = CountriesView[number];

/** `\\d{4}` as words. */
const digitsOf = (pattern: string): Wording => ['Required: %{count} digits', { count: pattern.replace(/\D/g, '') }];

const factsOf = ({ code, iso, iso3, agents, currency, tax, ...pack }: Country): [string, Wording][] => [
  ['Codes', `${code}, ${iso}, ${iso3}`],
  ['Agents', grouped(agents)],
  ['Currency', ['%{currency}. %{exchange}', { currency, exchange: [tax?.exchange ?? ''] }]],
  ['Source of the income', [tax?.source ?? '']],
  ['Withheld', [tax?.withheld ?? '']],
  ['To decide', [tax?.decide ?? '']],
  [
    'Tax treatment before payment',
    [pack.treatmentRequired ? 'Required by the reward policy' : 'Not required by the reward policy'],
  ],
  ['Tax number', [tax?.taxNumber ?? '']],
  ['ID number', [pack.idName]],
  ['Cell number', ['+%{dial} and %{digits} digits', { dial: pack.dailCode, digits: pack.cellDigits }]],
  ['Postal code', pack.postalCode === null ? ['Not needed'] : digitsOf(pack.postalCode)],
  ['Branch code', pack.branchCode === null ? ['Not checked'] : digitsOf(pack.branchCode)],
  ['Payments', [isHome(code) ? 'Ordinary file, by branch code' : 'Cross-border list, by the BIC of the bank']],
  [
    'Holiday on a Sunday',
    [pack.calendar.movesToMonday ? 'The Monday is a holiday too' : 'The Monday is a working day'],
  ],
  ['Announced each year', pack.calendar.announced.length === 0 ? ['None'] : pack.calendar.announced.join(', ')],
  ['Source of the holidays', [pack.calendar.source]],
];

/** The countries of the programme: formats, tax rule and public holidays of each (Y1 to Y3). */
export function Countries() {
  const { data, notice } = useRead<CountriesView>('countries', { rows: 12 });
  if (notice) return notice;
  return (
    <>
      <T as="p">
        Runs pay on South African business days. A holiday in the country of the account can delay the payment there.
        Tax treatments of agents are set on their page.
      </T>
      {data.map((country) => (
        <section key={country.code}>
          <Heading>{country.name}</Heading>
          <Facts facts={factsOf(country)} />
          <details>
            <T as="summary" values={{ count: country.holidays.length }}>
              {'Public holidays of this year and the next (%{count})'}
            </T>
            <ul>
              {country.holidays.map(({ day, name }) => (
                <li key={day}>
                  {date(day)}: {name}
                </li>
              ))}
            </ul>
          </details>
        </section>
      ))}
    </>
  );
}
