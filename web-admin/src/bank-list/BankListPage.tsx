import type { UnpaidsLayoutView } from '@fynbos/api/payouts/answers.ts';
import type { Countries as CountriesView } from '@fynbos/api/tax/answers.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import { Link } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Facts, Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped, instant } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { BankList, BusinessDays } from './BankList.tsx';
import { ListChanges } from './ListChanges.tsx';
import { PayoutLimits } from './PayoutLimits.tsx';

const COLUMNS = [
  ['reference', 'Payment reference'],
  ['amount', 'Amount'],
  ['day', 'Day of the return'],
  ['returnReason', 'Return reason, or its code'],
] as const;

type Layout = UnpaidsLayoutView['changes'][number]['layout'];
const columnsOf = (layout: Layout): string => COLUMNS.map(([field]) => layout[field]).join(', ');
const unitOf = ({ isInCents }: Pick<Layout, 'isInCents'>): string => (isInCents ? 'cents' : 'rand');

const UNITS = [
  ['rand', 'Rand'],
  ['cents', 'Cents'],
] as const;

/** The columns of the bank's CSV files of unpaid payments. */
function UnpaidsLayout({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('unpaids-layout', { rows: 6 });
  if (notice) return notice;
  return (
    <>
      <T as="p">
        Banks report unpaid payments in CSV files with different columns. Set the columns of your bank here, then choose
        the file under “Bank results” of a payout run.
      </T>
      <Facts
        facts={[
          ...COLUMNS.map(([field, label]): [string, string] => [label, data[field]]),
          ['Amounts', [data.isInCents ? 'in cents' : 'in rand']],
        ]}
      />
      {mayChange && (
        <p>
          <ReasonButton
            action="Save"
            doneMessage="Saved."
            explanation="Name each column by its heading, or all columns by their number from 1 if the file has no headings."
            label="Set the columns"
            send={(reason, { command }, { unit, ...columns }) =>
              command('POST', 'unpaids-layout', { ...columns, isInCents: unit === 'cents', reason })
            }
            values={{
              reference: data.reference,
              amount: data.amount,
              day: data.day,
              returnReason: data.returnReason,
              unit: unitOf(data),
            }}
          >
            {COLUMNS.map(([field, label]) => (
              <Field isOptional key={field} label={label} source={field} />
            ))}
            <Field choices={UNITS} label="Amounts in" source="unit" />
          </ReasonButton>
        </p>
      )}
      <Heading>Changes</Heading>
      <ListChanges
        changes={data.changes}
        tell={({ layout }) => [
          '%{columns}, amounts in %{unit}',
          { columns: columnsOf(layout), unit: [unitOf(layout)] },
        ]}
      />
    </>
  );
}

/** The generation numbers of ACB files: the bank takes each number once and in order. */
function AcbFiles({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('acb-files', { rows: 6 });
  if (notice) return notice;
  return (
    <>
      <T as="p">
        The bank accepts each generation number of ACB files once, in order. If a file was not sent, or another system
        sends files with the same user code, set the number that the bank expects next.
      </T>
      <Facts
        facts={[
          ['Next file number', String(data.next)],
          ['User code', data.userCode],
        ]}
      />
      {mayChange && (
        <p>
          <ReasonButton
            action="Save"
            doneMessage="Saved."
            explanation="Files that have been written keep their numbers."
            label="Set next file number"
            send={(reason, { command }, { next }) => command('POST', 'acb-files', { next: Number(next), reason })}
            values={{ next: String(data.next) }}
          >
            <Field hint="1 to 9999." label="Next file number" mode="numeric" source="next" />
          </ReasonButton>
        </p>
      )}
      <FigureTable
        caption="ACB files"
        empty="No ACB files yet. Each payout run to South African accounts creates one."
        columns={['Run', figure('Number'), 'Written']}
        rows={data.files.map(({ runId, reference, generation, countedAt }) => [
          runId,
          <Link key="run" to={`/payouts/${runId}`}>
            {reference}
          </Link>,
          String(generation),
          instant(countedAt),
        ])}
      />
    </>
  );
}

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
function Countries() {
  const { data, notice } = useRead('countries', { rows: 12 });
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

/** Bank list, business days, numbers of ACB files, columns of files of unpaids, limits, and countries. */
export default function BankListPage() {
  const may = useMay();
  const mayChange = may('policy:change');
  return (
    <>
      <PageHead title="Banks and business days" />
      <RecordTabs
        label="Lists"
        tabs={{
          banks: <BankList mayChange={mayChange} />,
          'days-without-payments': <BusinessDays mayChange={mayChange} />,
          countries: <Countries />,
          'payout-limits': <PayoutLimits mayChange={mayChange} />,
          unpaids: <UnpaidsLayout mayChange={may('payouts:change')} />,
          'acb-files': <AcbFiles mayChange={may('payouts:change')} />,
        }}
      />
    </>
  );
}
