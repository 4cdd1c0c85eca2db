import type { Payout } from '@fynbos/api/payouts/answers.ts';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { AdminBody } from '../api/http.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { StatusTag } from '../components/texts.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { date, grouped, rand, today } from '../format/format.ts';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { STATUS_TEXTS } from './payout.ts';

const BATCHES = [
  ['eft', 'South African (EFT files)'],
  ['cross-border', 'Cross-border (separate list)'],
] as const;

/** Proposes a payout run: cut-off, pay date and accounts. The server freezes the lines in the background. */
function ProposeDialog() {
  const navigate = useNavigate();
  const proposed = useRef('');
  return (
    <FormDialog<AdminBody<'POST', 'payouts'>>
      action="Propose"
      doneMessage="Proposed."
      // The page of the run shows its progress; a row of the list would stay at its first state.
      onDone={() => navigate(`/payouts/${proposed.current}`)}
      send={async (values, { command }) => {
        proposed.current = (await command('POST', 'payouts', values)).id;
      }}
      title="Propose a payout run"
      values={{ cutOff: today(), payDate: businessDayFrom(addDays(today(), 3), new Map()), batch: 'eft' }}
    >
      <Field
        hint="Rewards earned by the end of this day are paid."
        label="Cut-off"
        missing="Choose a cut-off date."
        source="cutOff"
        type="date"
      />
      <Field
        hint="A South African business day."
        label="Pay date"
        missing="Choose a pay date."
        source="payDate"
        type="date"
      />
      <Field choices={BATCHES} label="Accounts" source="batch" />
    </FormDialog>
  );
}

const COLUMNS: readonly Column<Payout>[] = [
  { source: 'reference', label: 'Run', render: ({ id, reference }) => <Link to={`/payouts/${id}`}>{reference}</Link> },
  { source: 'payDate', label: 'Pay date', render: ({ payDate }) => <span className="nowrap">{date(payDate)}</span> },
  {
    source: 'proposedAt',
    label: 'Proposed',
    sortable: true,
    render: ({ proposedAt }) => <span className="nowrap">{date(proposedAt)}</span>,
  },
  { source: 'batch', label: 'Accounts', render: ({ batch }) => [batch === 'eft' ? 'South African' : 'Cross-border'] },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'lines', label: 'Lines', number: true, render: ({ frozen }) => grouped(frozen.lines) },
  { source: 'nett', label: 'Nett', number: true, render: ({ frozen }) => rand(frozen.nettCents) },
  { source: 'paid', label: 'Paid', number: true, render: ({ paid }) => rand(paid.nettCents) },
  {
    source: 'notPaid',
    label: 'Not paid',
    number: true,
    render: ({ failed, returned }) => grouped(failed.lines + returned.lines),
  },
  { source: 'openLines', label: 'Open', number: true, render: ({ openLines }) => grouped(openLines) },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'reference', label: 'Run' },
  { kind: 'choice', source: 'status', label: 'Status', choices: Object.keys(STATUS_TEXTS) },
];

export default function PayoutsPage() {
  const may = useMay();
  return (
    <ListPage
      actions={
        may('payouts:change') && <ActionButton label="Propose a run" dialog={<ProposeDialog />} variant="contained" />
      }
      columns={COLUMNS}
      empty="No payouts yet. Propose a run to see who would be paid, and how much, before any payment."
      filters={FILTERS}
      resource="payouts"
      sort={{ field: 'proposedAt', order: 'DESC' }}
      title="Payouts"
    />
  );
}
