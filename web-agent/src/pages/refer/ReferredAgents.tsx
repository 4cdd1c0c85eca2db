import { useEffect } from 'react';
import { call, QUIET } from '../../api/client.ts';
import type { Referral } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { focusHeading } from '../../components/focus-heading.ts';
import { LoadState, useLoaded } from '../../components/load-state.tsx';
import { dayName } from '../../format/date.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { MESSAGES } from '../../messages/messages.ts';
import { showAlert } from '../../state/alerts.ts';

const POLL_MS = 15_000;

interface Props {
  readonly agentId: number;
  /** Rises with each referral sent from this page. */
  readonly sent: number;
}

/** The table below the form. It reloads while the page is open, so that registrations appear without a page load. */
export function ReferredAgents({ agentId, sent }: Props) {
  const loaded = useLoaded(() => referralsOf(agentId), String(agentId));
  const { data, refetch } = loaded;

  useEffect(() => {
    if (sent > 0) refetch();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [sent, refetch]);

  return (
    <section className="stack" aria-labelledby="referred">
      <h2 id="referred">{t('Referred Agents')}</h2>
      <LoadState of={loaded} text={MESSAGES.referralsFailed} />
      {data?.length === 0 && (
        <p className="quiet">
          {t('You haven’t referred anyone yet. Your referrals and their status will appear here.')}
        </p>
      )}
      {data && data.length > 0 && (
        <table className="table table-stacks">
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Agency Name')}</th>
              <th scope="col">{t('Status')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((referral) => {
              const { id, firstName, surname, agencyName, registrationStatus } = referral;
              return (
                <tr key={id}>
                  <th scope="row">{`${firstName} ${surname}`.trim() || t('Details erased')}</th>
                  <td data-label={t('Agency Name')}>{agencyName}</td>
                  <td className="status" data-label={t('Status')}>
                    <div className="row">
                      <span>
                        <span className={registrationStatus === 'Completed' ? 'dot dot-done' : 'dot'} />{' '}
                        {serverText(registrationStatus)}
                      </span>
                      {registrationStatus === 'Invited' && <RemindButton referral={referral} onSent={refetch} />}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

export async function referralsOf(agentId: number): Promise<readonly Referral[]> {
  const query = { referringAgentId: String(agentId) };
  return (await call('GET', 'referral/referral-status', { query, ...QUIET })).referrals;
}

interface RemindButtonProps {
  readonly referral: Referral;
  readonly onSent: () => void;
}

/** Sends a pending invitation again: once a week, three times in all. */
function RemindButton({ referral: { id, firstName, surname, remindFrom }, onSent }: RemindButtonProps) {
  if (remindFrom === null) return null;
  if (Date.parse(remindFrom) > Date.now())
    return <span className="quiet">{t('Remind from %{remindFrom}', { remindFrom: dayName(remindFrom) })}</span>;
  const remind = async () => {
    await call('POST', `agent/referrals/${encodeURIComponent(id)}/reminder`);
    showAlert('success', t('We reminded %{firstName} %{surname}.', { firstName, surname }));
    focusHeading('#referred');
    onSent();
  };
  return <Button label={t('Remind')} about={`${firstName} ${surname}`} variant="plain" onPress={remind} />;
}
