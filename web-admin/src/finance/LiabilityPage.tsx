import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { useTab } from '../record/use-tab.ts';
import { Ageing } from './Ageing.tsx';
import { Forecast } from './Forecast.tsx';
import '../home/home.css';
import './finance.css';

const TABS = ['Ageing', 'Forecast'] as const;

/** What the programme owes: how old it is, what stands in its way, and when it will be paid. */
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
