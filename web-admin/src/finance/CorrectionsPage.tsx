import { T } from '../i18n/T.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import { TreatmentForm } from './TreatmentForm.tsx';

/** Finance changes to one agent's money, all subject to approval: adjustments and the tax treatment. */
export default function CorrectionsPage() {
  return (
    <>
      <PageHead title="Corrections" />
      <p>
        <T>
          What was paid is never edited: a correction is an entry of its own. Everything here waits for a second person.
        </T>
      </p>
      <h2 className="section">
        <T>Correct an account</T>
      </h2>
      <CorrectionForm />
      <h2 className="section">
        <T>Tax treatment</T>
      </h2>
      <TreatmentForm />
    </>
  );
}
