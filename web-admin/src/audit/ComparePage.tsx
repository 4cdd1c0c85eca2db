import type { Differences } from '@fynbos/api/audit/answers.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { Fragment } from 'react';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { changeTexts, fieldName } from '../components/field.ts';
import { PageHead } from '../components/PageHead.tsx';
import { ErrorNote, Waiting } from '../components/states.tsx';
import { Joined, Note, TextLink } from '../components/texts.tsx';
import { useAddress } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { DayInput } from '../form/DayInput.tsx';
import { date, today, words } from '../format/format.ts';
import { T, translatedContent, useTranslation } from '../i18n/T.tsx';
import './feed.css';

type Difference = Differences['records'][number];

function Group({ kind, records }: { kind: string; records: readonly Difference[] }) {
  const translate = useTranslation();
  const created = records.filter(({ isNew }) => isNew);
  const changed = records.filter(({ isNew }) => !isNew);
  const link = ({ record }: Difference) =>
    record.to ? <TextLink to={record.to} text={record.name} /> : translate(words(record.name));
  return (
    <section>
      <h2 className="section">
        <T>{words(kind)}</T> <span className="quiet">{records.length}</span>
      </h2>
      {created.length > 0 && (
        <p>
          <T values={{ count: created.length }}>{'%{count} new: |||| %{count} new:'}</T>{' '}
          <Joined>
            {created.map((each) => (
              <Fragment key={each.record.to ?? each.record.name}>{link(each)}</Fragment>
            ))}
          </Joined>
        </p>
      )}
      {changed.length > 0 && (
        <FigureTable
          caption={['Changes: %{kind}', { kind: [words(kind)] }]}
          columns={['Record', 'Field', 'Before', 'After', 'Changed by']}
          rows={changed.flatMap((each) =>
            each.changes.map(({ field, before, after }) => [
              `${each.record.to} ${field}`,
              link(each),
              [fieldName(field)],
              <del key="before">{translatedContent(translate, changeTexts(field, before, after)[0])}</del>,
              <strong key="after">{translatedContent(translate, changeTexts(field, before, after)[1])}</strong>,
              each.by.map(({ name }) => name).join(', '),
            ]),
          )}
        />
      )}
    </section>
  );
}

/** The day of a date in the address, which is a day or an instant. */
const dayIn = (value: string): string => (value.length > 10 ? dayOf(new Date(value)) : value);

/** The records that differ, by kind. */
function Result({ data, from, to }: { data: Differences; from: string; to: string }) {
  const translate = useTranslation();
  const kinds = [...new Set(data.records.map(({ kind }) => kind))];
  return (
    <>
      <p aria-live="polite">
        <T
          values={{
            count: data.records.length,
            from: date(dayIn(from)),
            to: to ? date(dayIn(to)) : translate('now'),
          }}
        >
          {'%{count} record differs between %{from} and %{to}. |||| %{count} records differ between %{from} and %{to}.'}
        </T>{' '}
        {!data.isWhole && <T>More records changed; the latest 300 are compared.</T>}
      </p>
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} records={data.records.filter((one) => one.kind === kind)} />
      ))}
    </>
  );
}

/** What differs between two days in the whole programme, or in one record: field by field, with who changed it. */
export default function ComparePage() {
  const [search, change] = useAddress();
  const may = useMay();
  const [from, to, record] = [search.get('from') ?? '', search.get('to') ?? '', search.get('record')];
  const isReversed = to !== '' && dayIn(to) < dayIn(from);
  const { data, error, refetch } = useRead(from === '' || isReversed ? null : 'changes-between', {
    query: { from, to: to || undefined, record: record ?? undefined },
  });
  return (
    <>
      <PageHead
        about={<T>Compares the end of one day with the end of another. Personal data is masked.</T>}
        actions={
          may('reports:see') && (
            <ActionButton label="Compare balances and rewards" to="/comparisons" variant="outlined" />
          )
        }
        parent={{ to: '/audit-log', label: 'Audit log' }}
        title={record ? 'Compare a record at two dates' : 'Compare the programme at two dates'}
      />
      <div className="feed-search">
        {(['from', 'to'] as const).map((name) => (
          <DayInput
            day={dayIn(name === 'from' ? from : to)}
            hint={name === 'to' ? 'Leave blank for now.' : undefined}
            isOptional
            key={name}
            label={name === 'from' ? 'First date' : 'Second date'}
            onChange={(day) => change({ [name]: day })}
            slotProps={{ htmlInput: { max: today() } }}
          />
        ))}
        {record && <ActionButton label="Compare the whole programme" onClick={() => change({ record: null })} />}
      </div>
      {from === '' && (
        <div className="empty">
          <T as="p">Choose the first date. Agents, promotions, policies, people and integrators are compared.</T>
        </div>
      )}
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {isReversed && <Note severity="warning">The second date must not be before the first.</Note>}
      {from !== '' && !isReversed && !data && !error && <Waiting rows={8} />}
      {data && <Result data={data} from={from} to={to} />}
    </>
  );
}
