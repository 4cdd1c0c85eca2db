import type { LedgerChartView as Chart } from '@fynbos/api/ledger/answers.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { AdminLink } from '../components/PersonLink.tsx';
import { Facts, Heading } from '../components/texts.tsx';
import { ChangeDialog } from '../form/ChangeDialog.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthNames } from '../list/months.ts';

type ChartAccount = Chart['accounts'][number];

function SettingsDialog({ settings }: Pick<Chart, 'settings'>) {
  const { command } = useCommand();
  return (
    <ChangeDialog
      action="Save"
      explanation="New exports use these settings. Files of earlier exports do not change."
      fields={[
        {
          name: 'xeroTaxRate',
          label: 'Xero: tax rate',
          value: settings.xeroTaxRate,
          hint: 'The name of the tax rate exactly as Xero shows it.',
        },
        {
          name: 'sageFirstMonth',
          label: 'Sage: first month of the financial year',
          value: String(settings.sageFirstMonth),
          hint: '1 for January to 12 for December.',
        },
        { name: 'sapCompanyCode', label: 'SAP: company code', value: settings.sapCompanyCode },
        { name: 'sapDocumentType', label: 'SAP: document type', value: settings.sapDocumentType },
      ]}
      send={({ sageFirstMonth, ...settings }) =>
        command('POST', 'ledger-settings', { ...settings, sageFirstMonth: Number(sageFirstMonth) })
      }
      title="Ledger settings"
    />
  );
}

function AccountDialog({ account }: { account: ChartAccount }) {
  const { command } = useCommand();
  return (
    <ChangeDialog
      action="Save"
      explanation="New exports use this account. Files of earlier exports do not change."
      fields={[
        { name: 'code', label: 'Account code in your ledger', value: account.code ?? '' },
        { name: 'name', label: 'Account name in your ledger', value: account.name ?? '' },
      ]}
      send={(values) => command('POST', `ledger-chart/${encodeURIComponent(account.account)}`, values)}
      title={['Account for %{ours} %{name}', { ours: account.ours, name: [account.oursName] }]}
    />
  );
}

/** The company's account for each account of the journal, the settings of its ledgers, and who changed them why. */
export function LedgerChart({
  chart: { accounts, settings, changes },
  mayChange,
}: {
  chart: Chart;
  mayChange: boolean;
}) {
  const oursOf = (account: string | null) => accounts.find((each) => each.account === account)?.ours ?? '';
  return (
    <>
      <FigureTable
        caption="Accounts of the journal and of your ledger"
        columns={['Account of the journal', 'Account in your ledger', mayChange && 'Change']}
        rows={accounts.map((account) => [
          account.account,
          ['%{code} %{name}', { code: account.ours, name: [account.oursName] }],
          account.code === null ? (
            <T as="strong" key="code">
              Not mapped
            </T>
          ) : (
            <span key="code">
              {account.code} {account.name}
            </span>
          ),
          <ActionButton
            label={account.code === null ? 'Map' : 'Change'}
            accessibleName={['Change the account for %{name}', { name: [account.oursName] }]}
            key="change"
            dialog={<AccountDialog account={account} />}
            size="small"
          />,
        ])}
      />
      <Heading>Ledger settings</Heading>
      <Facts
        facts={[
          ['Xero: tax rate', settings.xeroTaxRate],
          ['Sage: first month of the financial year', [monthNames[settings.sageFirstMonth - 1] ?? '']],
          ['SAP: company code', settings.sapCompanyCode],
          ['SAP: document type', settings.sapDocumentType],
        ]}
      />
      {mayChange && (
        <p>
          <ActionButton
            label="Change the settings"
            dialog={<SettingsDialog settings={settings} />}
            variant="outlined"
          />
        </p>
      )}
      <Heading>Changes</Heading>
      <FigureTable
        caption="Changes of accounts and settings"
        columns={['Account of the journal', 'New', 'Reason', 'Changed']}
        empty="No changes yet."
        rows={changes.map(({ account, code, name, reason, at, by }) => [
          `${at} ${account}`,
          account === null ? <T key="what">Ledger settings</T> : <span key="what">{oursOf(account)}</span>,
          <span key="new">
            {code} {name}
          </span>,
          <span key="reason">{reason}</span>,
          <span key="changed">
            <AdminLink id={by} />, {instant(at)}
          </span>,
        ])}
      />
    </>
  );
}
