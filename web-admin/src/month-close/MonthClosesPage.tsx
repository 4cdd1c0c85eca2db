import { useAsOf } from '../as-of/as-of.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { StatusTag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';

const COLUMNS = [
  'Month',
  'State',
  ...figures('Steps signed off', 'Owed at the end, nett'),
  'Closed',
  'Requested by',
  'Approved by',
];

export default function MonthClosesPage() {
  const asOf = useAsOf();
  const { data, notice } = useRead('month-closes', { asOf, rows: 8 });
  return (
    <>
      <PageHead title="Month close" />
      <T as="p">
        Finance signs off each step of a month, and two people close it. Later postings are listed in the month in which
        they are posted.
      </T>
      {notice}
      {data && (
        <FigureTable
          caption="Months"
          columns={COLUMNS}
          rows={data.map((each) => [
            each.month,
            <TextLink key="month" to={`/month-closes/${each.month}`} text={monthName(each.month)} />,
            <StatusTag key="state" status={each.status} />,
            <T key="steps" values={{ done: each.signedOff, all: each.steps }}>
              {'%{done} of %{all}'}
            </T>,
            rand(each.closingCents),
            instant(each.closedAt),
            each.requestedByName,
            each.approvedByName,
          ])}
        />
      )}
    </>
  );
}
