import type { Reconciliation } from '@fynbos/api/reconciliation/answers.ts';
import { Alert } from '@mui/material';
import { useMay } from '../api/use-may.ts';
import { ActionButton, CommandButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { grouped, instant, words } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';

type Check = Reconciliation['checks'][number];

const POLL_MS = 1500;
const TRIGGER_LABELS: Readonly<Record<string, string>> = {
  nightly: 'Every night',
  asked: 'On demand',
  'integrator-list': 'An integrator’s list',
};

const TABLE_LABELS: Readonly<Record<string, string>> = { incentives: 'Rewards' };

/** Names a check. `read-model balances` compares a list with the events from which it is built. */
function checkName(name: string): Wording {
  const list = /^read-model (.+)$/.exec(name)?.[1];
  return list ? ['%{list} against recorded events', { list: [TABLE_LABELS[list] ?? words(list)] }] : words(name);
}

function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <FigureTable
      caption="What was compared"
      columns={[
        'Compared',
        ...figures('Examined', 'Differ'),
        checks.some(({ first }) => first.length > 0) && 'Examples',
      ]}
      rows={checks.map(({ name, examined, differences, first }) => [
        name,
        <T key="name">{checkName(name)}</T>,
        grouped(examined),
        grouped(differences),
        first.slice(0, 10).map(({ key, what }) => (
          <div key={`${key} ${what}`}>
            <span className="mono">{key}</span>: <T>{what}</T>
          </div>
        )),
      ])}
    />
  );
}

function Result({ result }: { result: Reconciliation }) {
  const { status, differences, checks, how, askedAt, finishedAt } = result;
  return (
    <li>
      <h2 className="section">
        {<T>{TRIGGER_LABELS[how] ?? how}</T>}, {instant(askedAt)}
      </h2>
      <Alert severity={status === 'running' ? 'info' : status === 'equal' ? 'success' : 'error'} variant="outlined">
        {status === 'running' && <T>Reconciliation is running.</T>}
        {status === 'equal' && (
          <T values={{ finishedAt: instant(finishedAt) }}>{'Everything agrees. Finished %{finishedAt}.'}</T>
        )}
        {status === 'different' && (
          <T values={{ count: differences, finishedAt: instant(finishedAt) }}>
            {'%{count} differs. Finished %{finishedAt}. |||| %{count} differ. Finished %{finishedAt}.'}
          </T>
        )}
      </Alert>
      {checks.length > 0 && <Checks checks={checks} />}
    </li>
  );
}

/** Reconciliations of the books, nightly and on demand, with their findings. */
export default function ReconciliationsPage() {
  const may = useMay();
  return (
    <ListPage
      about={<T>Compares lists with recorded events, rewards with invoices, and accounts with payout runs.</T>}
      actions={
        may('reconciliation:run') && (
          <CommandButton
            label="Run now"
            run={({ command }) => command('POST', 'reconciliations')}
            variant="contained"
          />
        )
      }
      cards={{ className: 'reconciliations', card: (result) => <Result result={result} /> }}
      empty="No reconciliation yet. One runs every night, and on request."
      links={<ActionButton label="Integrators’ lists" to="/reconciliations/lists" variant="outlined" />}
      pollMs={(rows) => (rows.some(({ status }) => status === 'running') ? POLL_MS : null)}
      resource="reconciliations"
      sort={{ field: 'askedAt', order: 'DESC' }}
      title="Reconciliation"
    />
  );
}
