import { Title } from 'react-admin';
import { PageHead } from '../record/PageHead.tsx';
import { CorrectionForm } from './CorrectionForm.tsx';
import { TreatmentForm } from './TreatmentForm.tsx';

/** What finance changes of one agent's money, always with a second person: corrections and the tax treatment. */
export default function CorrectionsPage() {
  return (
    <>
      <Title title="Corrections" />
      <PageHead title="Corrections" />
      <p>
        What was paid is never edited: a correction is an entry of its own. Everything here waits for a second person.
      </p>
      <h2 className="section">Correct an account</h2>
      <CorrectionForm />
      <h2 className="section">Tax treatment</h2>
      <TreatmentForm />
    </>
  );
}
