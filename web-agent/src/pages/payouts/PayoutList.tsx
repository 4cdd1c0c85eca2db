import { useId } from 'react';
import { download } from '../../api/files.ts';
import type { Payout } from '../../api/types.ts';
import { Amounts, grossPayeNett } from '../../components/Amounts.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Link } from '../../components/Link.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { serverText, T, t } from '../../i18n/t.tsx';
import { useEntryState } from '../../state/entry-state.ts';
import { QuestionLink } from '../contact/QuestionLink.tsx';
import { StatementLinks } from '../incentives/MonthControls.tsx';
import { PayoutParts } from './PayoutParts.tsx';
import { iconOf, isOwedAgain, progressText, titleOf } from './payout-text.ts';

/** Payouts, newest first, one open at a time. Without payouts, explains how to get the first one. */
export function PayoutList({ payouts }: { readonly payouts: readonly Payout[] }) {
  const [open, setOpen] = useEntryState<string | null>('payout', null);
  if (payouts.length === 0)
    return (
      <EmptyState title={t('No payouts yet.')}>
        <p>{t('You’ll get your first payout once you’ve reached the minimum and your details are complete.')}</p>
        <p>
          <Link to="/agent/incentives">{t('See what you have earned')}</Link>
        </p>
      </EmptyState>
    );
  return (
    <ol className="stack">
      {payouts.map((payout) => (
        <PayoutItem
          key={payout.id}
          payout={payout}
          open={open === payout.id}
          onToggle={() => setOpen(open === payout.id ? null : payout.id)}
        />
      ))}
    </ol>
  );
}

interface Props {
  readonly payout: Payout;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One payout: the amount, its state, gross, PAYE and nett, and on demand every reward in it. */
function PayoutItem({ payout, open, onToggle }: Props) {
  const id = useId();
  const day = dayName(payout.payDate);
  const name = t('Payout of %{day}', { day });
  const figure = {
    runId: payout.id,
    lineName: '',
    figure: t('payout %{reference}, %{nett}', { reference: payout.reference, nett: rand(payout.nettCents) }),
  };
  return (
    <li className="payout">
      <div className="row spread payout-head">
        <div>
          <h3>{name}</h3>
          <p className="figure">{rand(payout.nettCents)}</p>
        </div>
        <span className="badge">
          <PageIcon name={iconOf(payout)} />
          {titleOf(payout)}
        </span>
      </div>
      <p>{progressText(payout)}</p>
      <p className="quiet">
        <T text="Reference %{reference}" reference={<span className="tabular">{payout.reference}</span>} />
      </p>
      {payout.reason && (
        <p className="quiet">{t('Reason given by the bank: %{reason}', { reason: serverText(payout.reason) })}</p>
      )}
      {isOwedAgain(payout) && (
        <p className="note note-warning">
          <Link to="/agent/profile#banking">{t('Check your bank details')}</Link>
        </p>
      )}
      <Amounts className="line-money" of={grossPayeNett(payout)} />
      <div className="row">
        <Button
          label={open ? t('Hide rewards') : t('View rewards')}
          about={name}
          variant="plain"
          aria-expanded={open}
          aria-controls={id}
          onPress={onToggle}
        />
        <StatementLinks
          what={t('statement of the payout of %{day}', { day })}
          get={(kind) => download(`agent/payouts/${payout.id}/statement.${kind}`, `payout-${payout.reference}.${kind}`)}
        />
        <QuestionLink subject={{ figure }} about={name} />
      </div>
      <div id={id} hidden={!open}>
        {open && <PayoutParts payout={payout} />}
      </div>
    </li>
  );
}
