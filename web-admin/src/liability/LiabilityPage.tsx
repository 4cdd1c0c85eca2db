import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { useTab } from '../record/use-tab.ts';
import { Ageing } from './Ageing.tsx';
import { Forecast } from './Forecast.tsx';
import '../dashboard/home.css';

const TABS = ['Ageing', 'Forecast'] as const;

/** The programme's liability: by age, by obstacle and by payment date. */
export default function LiabilityPage() {
  const [tab, choose] = useTab(TABS);
  return (
    <>
      <PageHead title="Liability" />
      <RecordTabs label="Liability" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Ageing' ? <Ageing /> : <Forecast />}
      </RecordTabs>
    </>
  );
}
