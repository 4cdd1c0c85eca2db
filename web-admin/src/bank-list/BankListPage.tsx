import { usePermissions } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { AcbFiles } from './AcbFiles.tsx';
import { BankList } from './BankList.tsx';
import { BusinessDays } from './BusinessDays.tsx';
import { Countries } from './Countries.tsx';
import { PayoutLimits } from './PayoutLimits.tsx';
import { Unpaids } from './Unpaids.tsx';

const TABS = ['Banks', 'Days without payments', 'ACB files', 'Unpaids', 'Payout limits', 'Countries'] as const;

/**
 * Settings for payouts: the bank list, the business days, the numbers of ACB files, the columns of files of unpaids, the
 * limits, and the countries.
 */
export default function BankListPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get('tab')) ?? TABS[0];
  const mayChange = Boolean(permissions?.['policy:change']);
  return (
    <>
      <PageHead title="Banks and business days" />
      <RecordTabs label="Lists" names={TABS} onChoose={(name) => setSearch({ tab: name })} tab={tab}>
        {tab === 'Banks' && <BankList mayChange={mayChange} />}
        {tab === 'Days without payments' && <BusinessDays mayChange={mayChange} />}
        {tab === 'Countries' && <Countries />}
        {tab === 'Payout limits' && <PayoutLimits mayChange={mayChange} />}
        {tab === 'Unpaids' && <Unpaids mayChange={Boolean(permissions?.['payouts:change'])} />}
        {tab === 'ACB files' && <AcbFiles mayChange={Boolean(permissions?.['payouts:change'])} />}
      </RecordTabs>
    </>
  );
}
