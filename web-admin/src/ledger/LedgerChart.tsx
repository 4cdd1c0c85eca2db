import type { LedgerChartView as Chart } from '@fynbos/api/ledger/answers.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { AdminLink } from '../components/person-links.tsx';
import { Facts, Heading } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthNames } from '../list/months.ts';

type ChartAccount = Chart['accounts'][number];

const SettingsButton = ({ settings }: Pick<Chart, 'settings'>) => (
  <ReasonButton
    action="Save"
    doneMessage="Saved."
    explanation="New exports use these settings. Files of earlier exports do not change."
    label="Change the settings"
    send={(reason, { command }, { sageFirstMonth, ...values }) =>
      command('POST', 'ledger-settings', { ...values, sageFirstMonth: Number(sageFirstMonth), reason })
    }
    title="Ledger settings"
    values={settings}
  >
    <Field
      hint="The name of the tax rate exactly as Xero shows it."
      isOptional
      label="Xero: tax rate"
      source="xeroTaxRate"
    />
    <Field
      choices={monthNames.map((name, at) => [at + 1, name] as const)}
      label="Sage: first month of the financial year"
      source="sageFirstMonth"
    />
    <Field isOptional label="SAP: company code" source="sapCompanyCode" />
    <Field isOptional label="SAP: document type" source="sapDocumentType" />
  </ReasonButton>
);

const AccountButton = ({ account: { account, code, name, ours, oursName } }: { account: ChartAccount }) => (
  <ReasonButton
    accessibleName={['Change the account for %{name}', { name: [oursName] }]}
    action="Save"
    doneMessage="Saved."
    explanation="New exports use this account. Files of earlier exports do not change."
    label={code === null ? 'Map' : 'Change'}
    send={(reason, { command }, values) =>
      command('POST', `ledger-chart/${encodeURIComponent(account)}`, { ...values, reason })
    }
    size="small"
    title={['Account for %{ours} %{name}', { ours, name: [oursName] }]}
    values={{ code: code ?? '', name: name ?? '' }}
    variant="text"
  >
    <Field isOptional label="Account code in your ledger" source="code" />
    <Field isOptional label="Account name in your ledger" source="name" />
  </ReasonButton>
);

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
          <AccountButton account={account} key="change" />,
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
          <SettingsButton settings={settings} />
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
