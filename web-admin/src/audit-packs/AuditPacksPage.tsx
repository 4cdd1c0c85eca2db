import type { AuditPack } from '@fynbos/api/audit-packs/answers.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { StatusTag } from '../components/texts.tsx';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { date, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { CreatePackDialog } from './CreatePackDialog.tsx';

function PackUse({ pack: { views, downloads, lastOpenedAt } }: { pack: AuditPack }) {
  if (lastOpenedAt === null) return <T>Not yet</T>;
  return (
    <>
      <T values={{ count: views }}>{'%{count} view |||| %{count} views'}</T>,{' '}
      <T values={{ count: downloads }}>{'%{count} download |||| %{count} downloads'}</T>
      <div className="under">
        <T values={{ at: instant(lastOpenedAt) }}>{'Last %{at}'}</T>
      </div>
    </>
  );
}

const COLUMNS: readonly Column<AuditPack>[] = [
  {
    source: 'records',
    label: 'Content',
    render: ({ records, from, to, reason }) => (
      <>
        {records.length > 0 ? records.join(', ') : <T>The whole programme</T>}
        <div className="under">
          {date(from)} – {date(to)}
          {reason && <> · “{reason}”</>}
        </div>
      </>
    ),
  },
  {
    source: 'createdAt',
    label: 'Created',
    render: ({ createdBy, createdAt }) => (
      <div>
        {createdBy}
        <div className="under">{instant(createdAt)}</div>
      </div>
    ),
  },
  { source: 'expiresAt', label: 'Valid until', render: ({ expiresAt }) => instant(expiresAt) },
  {
    source: 'lastOpenedAt',
    label: 'Opened',
    render: (pack) => (
      <div>
        <PackUse pack={pack} />
      </div>
    ),
  },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  {
    source: 'actions',
    label: 'Actions',
    render: ({ id, status }) =>
      status === 'valid' && (
        <ConfirmButton
          content="The link stops working immediately. It cannot be restored."
          label="Revoke link"
          run={({ command }) => command('POST', `audit-packs/${id}/revoke`)}
          size="small"
          title="Revoke the link of this audit pack?"
          variant="outlined"
        />
      ),
  },
];

export default function AuditPacksPage() {
  return (
    <ListPage
      about={
        <T>
          An excerpt of the audit log with its proof, for an auditor outside the company. The link needs no account,
          expires, and each opening is recorded.
        </T>
      }
      actions={
        <ActionButton label="Create audit pack" name="create" dialog={<CreatePackDialog />} variant="contained" />
      }
      columns={COLUMNS}
      empty="No audit packs yet. Choose a period and records, and send the link to the auditor."
      parent={{ to: '/audit-log', label: 'Audit log' }}
      perPage={25}
      resource="audit-packs"
      sort={{ field: 'createdAt', order: 'DESC' }}
      title="Audit packs"
    />
  );
}
