import type { Overview } from '../../api/types.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Link } from '../../components/Link.tsx';
import { T, t } from '../../i18n/t.tsx';

type Sums = Pick<Overview, 'earnedCents' | 'pendingCents' | 'paidCents' | 'expiredCents' | 'balanceCents'>;

/** Whether no rental of the agent has earned, or could earn, anything yet. */
export const isNew = ({ earnedCents, pendingCents, paidCents, expiredCents, balanceCents }: Sums): boolean =>
  [earnedCents, pendingCents, paidCents, expiredCents, balanceCents].every((cents) => cents === 0);

/** What a new agent does to earn the first reward. */
export function FirstSteps({ loyaltyTrackingNo }: { readonly loyaltyTrackingNo: string }) {
  return (
    <section className="card stack" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('Earn your first reward')}</h2>
      <ol className="bullets stack">
        <li>
          <T
            text="%{step} A reservation without it earns nothing. %{copy}"
            step={<strong>{t('Copy your tracking number.')}</strong>}
            copy={
              <CopyButton text={loyaltyTrackingNo} label={t('Copy number')} what={t('the loyalty tracking number')} />
            }
          />
        </li>
        <li>
          <T
            text="%{step} The offers are under %{offers}, and %{calculator} compares them."
            step={<strong>{t('Choose a promotion code.')}</strong>}
            offers={<a href="#earn-more">{t('How can I earn More?')}</a>}
            calculator={<Link to="/agent/calculator">{t('What would I earn?')}</Link>}
          />
        </li>
        <li>
          <T
            text="%{step} The reward appears here after your client’s rental is invoiced."
            step={<strong>{t('Add both to the reservation.')}</strong>}
          />
        </li>
      </ol>
    </section>
  );
}
