import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { PageHead } from '../record/PageHead.tsx';
import '../record/finance.css';
import './what-if.css';
import { LaboratoryForm } from './LaboratoryForm.tsx';
import { LaboratoryResult } from './LaboratoryResult.tsx';
import { type Compared, comparedOf } from './laboratory.ts';

/** Scenarios of other terms side by side (U1, U2). The comparison is in the address, so that it can be shared. */
export default function LaboratoryPage() {
  const [search, setSearch] = useSearchParams();
  const [warnings, setWarnings] = useState<readonly (readonly string[])[]>([]);
  const compared = comparedOf(search.get('scenarios'));
  const show = (scenarios: readonly Compared[], found: readonly (readonly string[])[]) => {
    setWarnings(found);
    setSearch({ scenarios: JSON.stringify(scenarios) });
  };
  return (
    <>
      <PageHead title="Policy laboratory" />
      <T as="p">
        Compare scenarios over past rentals. Nothing is changed or booked. A correction of past rewards, and another
        reward policy, each need a request and an approval.
      </T>
      <LaboratoryForm onStarted={show} />
      {compared.length > 0 && <LaboratoryResult scenarios={compared} warnings={warnings} />}
    </>
  );
}
