import type { Approval } from '@fynbos/api/approvals/answers.ts';
import { APPROVAL_COLUMNS } from '../approvals/columns.tsx';
import { T } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { Heading } from '../record/texts.tsx';
import { TreatmentForm } from '../tax/TreatmentForm.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

/** Kinds of requests that these forms make. */
const KINDS = { kind: ['account.correction', 'agent.tax-treatment'] };

/** Finance changes to one agent's money, all subject to approval: adjustments and the tax treatment. */
export default function CorrectionsPage() {
  const asOf = useAsOf();
  return (
    <>
      <PageHead title="Corrections" />
      <T as="p">
        Payments are never edited: a correction is a separate entry. Each change needs another administrator’s approval.
      </T>
      {!asOf && (
        <div className="form-panels">
          <Panel title="Correct an account">
            <CorrectionForm />
          </Panel>
          <Panel title="Tax treatment">
            <TreatmentForm />
          </Panel>
        </div>
      )}
      <Heading>Requests</Heading>
      <ListPage<Approval>
        columns={APPROVAL_COLUMNS}
        embedded
        empty={<T as="p">No corrections yet.</T>}
        fixed={KINDS}
        resource="approvals"
        sort={{ field: 'requestedAt', order: 'DESC' }}
        title="Requests"
      />
    </>
  );
}
