import { T } from '../i18n/T.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { TreatmentForm } from '../tax/TreatmentForm.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';

/** Finance changes to one agent's money, all subject to approval: adjustments and the tax treatment. */
export default function CorrectionsPage() {
  return (
    <>
      <PageHead title="Corrections" />
      <p>
        <T>
          Payments are never edited: a correction is a separate entry. Each change needs another administrator’s
          approval.
        </T>
      </p>
      <div className="form-panels">
        <Panel title="Correct an account">
          <CorrectionForm />
        </Panel>
        <Panel title="Tax treatment">
          <TreatmentForm />
        </Panel>
      </div>
    </>
  );
}
