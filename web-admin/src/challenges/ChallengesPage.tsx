import type { ChallengeRecord as Challenge, TiersAnswer as TiersRead } from '@fynbos/api/challenges/answers.ts';
import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { Panel } from '../components/Panel.tsx';
import { HelpText, StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { useOpened } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { amountCheck, Field } from '../form/inputs.tsx';
import { date, parseCents, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { CreateChallengeDialog } from './ChallengeDialog.tsx';
import { audienceOf, targetOf } from './challenge.ts';

const TIER_COLUMNS = ['Tier', figure('From nett')] as const;
const TIER_ROWS = [1, 2, 3, 4, 5, 6] as const;

interface Values {
  readonly [field: string]: string | number | undefined;
}

const nameCheck = (row: number) => (name: string | undefined, values: Values) =>
  (name ?? '').trim() === '' && String(values[`from${row}`] ?? '').trim() !== ''
    ? 'Name this tier, or clear its amount.'
    : undefined;

/** The tiers typed in the form. Rows without a name are left out; the server refuses one without an amount. */
const tiersOf = (values: Values) =>
  TIER_ROWS.flatMap((row) => {
    const name = String(values[`name${row}`] ?? '').trim();
    return name === '' ? [] : [{ name, fromCents: parseCents(String(values[`from${row}`] ?? 0)) ?? Number.NaN }];
  });

function TiersDialog(current: TiersRead) {
  const { tiers, version } = useOpened(current);
  const values = Object.fromEntries(
    tiers.flatMap(({ name, fromCents }, index) => [
      [`name${index + 1}`, name],
      [`from${index + 1}`, fromCents / 100],
    ]),
  );
  return (
    <FormDialog<Values>
      action="Save tiers"
      doneMessage="The tiers were saved."
      send={(changed, { command }) => command('PUT', 'tiers', { tiers: tiersOf(changed) }, { version })}
      title="Change tiers"
      values={values}
      maxWidth="sm"
    >
      <T as="p">
        An agent’s tier follows from the nett rewards of the last twelve months. The first tier starts at R0.
      </T>
      {TIER_ROWS.map((row) => (
        <fieldset key={row}>
          <Field check={nameCheck(row)} isOptional label={['Name of tier %{row}', { row }]} source={`name${row}`} />
          <Field
            check={amountCheck}
            isOptional
            label={['Tier %{row} from, in rand', { row }]}
            mode="decimal"
            source={`from${row}`}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}

function Tiers({ mayChange }: { mayChange: boolean }) {
  const { data, notice } = useRead('tiers');
  return (
    <Panel
      aside={
        mayChange &&
        data && <ActionButton dialog={<TiersDialog {...data} />} label="Change tiers" size="small" variant="outlined" />
      }
      title="Agent tiers"
    >
      <HelpText>By nett rewards of the last twelve months. Tiers are recognition only: they change no reward.</HelpText>
      {notice}
      {data && (
        <FigureTable
          caption="Agent tiers"
          columns={TIER_COLUMNS}
          rows={data.tiers.map(({ name, fromCents }) => [name, name, rand(fromCents)])}
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<Challenge>[] = [
  {
    source: 'title',
    label: 'Challenge',
    sortable: true,
    render: ({ id, title }) => <Link to={`/challenges/${id}`}>{title}</Link>,
  },
  { source: 'state', label: 'State', sortable: true, render: ({ state }) => <StatusTag status={state} /> },
  { source: 'from', label: 'First day', sortable: true, render: ({ from }) => date(from) },
  { source: 'to', label: 'Last day', sortable: true, render: ({ to }) => date(to) },
  { source: 'target', label: 'Target', render: (challenge) => <T>{targetOf(challenge)}</T> },
  { source: 'audience', label: 'Who takes part', render: (challenge) => <T>{audienceOf(challenge)}</T> },
  { source: 'badge', label: 'Badge' },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search title or badge' },
  { kind: 'choice', source: 'state', label: 'State', choices: ['planned', 'active', 'ended', 'withdrawn'] },
];

export default function ChallengesPage() {
  const may = useMay();
  const mayChange = may('promotions:change');
  return (
    <>
      <ListPage
        about={<T>A target for agents within a period. Agents who reach it get a badge; rewards do not change.</T>}
        actions={
          mayChange && <ActionButton label="Create challenge" dialog={<CreateChallengeDialog />} variant="contained" />
        }
        columns={COLUMNS}
        empty="No challenges yet. Create the first: agents see it in their portal with their progress."
        filters={FILTERS}
        resource="challenges"
        sort={{ field: 'from', order: 'DESC' }}
        title="Challenges"
      />
      <Box sx={{ mt: 3 }}>
        <Tiers mayChange={mayChange} />
      </Box>
    </>
  );
}
