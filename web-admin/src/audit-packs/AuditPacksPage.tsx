import type { AuditPack } from '@fynbos/api/audit-packs/answers.ts';
import { Fragment } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { date, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { CreatePackDialog } from './CreatePackDialog.tsx';

const COLUMNS = ['Content', 'Created', 'Valid until', 'Opened', 'Status', 'Actions'];

function Opened({ pack: { views, downloads, lastOpenedAt } }: { pack: AuditPack }) {
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

function Packs({ packs }: { packs: readonly AuditPack[] }) {
  return (
    <FigureTable
      caption="Audit packs"
      columns={COLUMNS}
      empty="No audit packs yet. Choose a period and records, and send the link to the auditor."
      rows={packs.map((pack) => [
        pack.id,
        <Fragment key="content">
          {pack.records.length > 0 ? pack.records.join(', ') : <T>The whole programme</T>}
          <div className="under">
            {date(pack.from)} – {date(pack.to)}
            {pack.reason && <> · “{pack.reason}”</>}
          </div>
        </Fragment>,
        <div key="created">
          {pack.createdBy}
          <div className="under">{instant(pack.createdAt)}</div>
        </div>,
        instant(pack.expiresAt),
        <div key="opened">
          <Opened pack={pack} />
        </div>,
        <StatusTag key="status" status={pack.status} />,
        pack.status === 'valid' ? (
          <ConfirmButton
            content="The link stops working immediately. It cannot be restored."
            key="revoke"
            label="Revoke link"
            run={({ command }) => command('POST', `audit-packs/${pack.id}/revoke`)}
            size="small"
            title="Revoke the link of this audit pack?"
            variant="outlined"
          />
        ) : (
          ''
        ),
      ])}
    />
  );
}

/** Audit packs: excerpts of the audit log that are shared with outsiders by an expiring link. */
export default function AuditPacksPage() {
  const { data, notice } = useRead('audit-packs');
  return (
    <>
      <PageHead
        about={
          <T>
            An excerpt of the audit log with its proof, for an auditor outside the company. The link needs no account,
            expires, and each opening is recorded.
          </T>
        }
        actions={
          <ActionButton label="Create audit pack" name="create" dialog={<CreatePackDialog />} variant="contained" />
        }
        parent={{ to: '/audit-log', label: 'Audit log' }}
        title="Audit packs"
      />
      {notice}
      {data && <Packs packs={data} />}
    </>
  );
}
