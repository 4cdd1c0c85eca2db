import { useState } from 'react';
import { useGetOne, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { call, reasonHeader } from '../api/http.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { date } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { PageError, Waiting } from '../record/states.tsx';
import { Heading } from '../record/texts.tsx';
import { useTab } from '../record/use-tab.ts';
import { ChallengeDialog } from './ChallengeDialog.tsx';
import { ChallengeResults } from './ChallengeResults.tsx';
import { audienceOf, type Challenge, targetOf } from './challenge.ts';

const TABS = ['Overview', 'History'] as const;
const CRUMBS = [{ to: '/challenges', label: 'Challenges' }] as const;

function EndDialog({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const { id, title, state } = challenge;
  const isPlanned = state === 'planned';
  return (
    <ReasonDialog
      action={isPlanned ? 'Withdraw' : 'End today'}
      destructive
      done={isPlanned ? 'The challenge was withdrawn.' : 'The challenge has ended.'}
      explanation={
        isPlanned
          ? 'The challenge has not begun. Agents no longer see it. This cannot be undone.'
          : 'Today is the last day that counts. Agents see their result. This cannot be undone.'
      }
      isReasonOptional
      onClose={onClose}
      send={(reason) => call('POST', `challenges/${id}/end`, {}, reasonHeader(reason))}
      title={[isPlanned ? 'Withdraw %{title}?' : 'End %{title}?', { title }]}
    />
  );
}

/** One challenge: what it is, its results, and its history. */
export default function ChallengePage() {
  const { id = '' } = useParams();
  const [tab, choose] = useTab(TABS);
  const [open, setOpen] = useState<'change' | 'end' | null>(null);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error } = useGetOne<Challenge>('challenges', { id });
  if (error) return <PageError crumbs={CRUMBS} error={error} title="Challenge" />;
  if (!data) return <Waiting rows={8} />;
  const isOpen = data.state === 'planned' || data.state === 'active';
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        actions={
          isOpen &&
          permissions?.['promotions:change'] && (
            <>
              <ActionButton label="Change" onClick={() => setOpen('change')} variant="outlined" />
              <ActionButton
                label={data.state === 'planned' ? 'Withdraw' : 'End'}
                color="error"
                onClick={() => setOpen('end')}
                variant="outlined"
              />
            </>
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.state} />}
        title={data.title}
      />
      <RecordTabs label="Challenge" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Overview' && (
          <>
            <Facts
              facts={[
                ['Target', <T key="t">{targetOf(data)}</T>],
                ['First day', date(data.from)],
                ['Last day', date(data.to)],
                ['Who takes part', <T key="a">{audienceOf(data)}</T>],
                ['Badge', data.badge],
                ['Description', data.description],
              ]}
            />
            <Heading>Results</Heading>
            <ChallengeResults challenge={data} />
          </>
        )}
        {tab === 'History' && <HistoryTab id={id} resource="challenges" />}
      </RecordTabs>
      {open === 'change' && <ChallengeDialog challenge={data} onClose={close} />}
      {open === 'end' && <EndDialog challenge={data} onClose={close} />}
    </>
  );
}
