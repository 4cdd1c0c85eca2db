import { useId } from 'react';
import { Link } from 'react-router-dom';
import { money } from '../../api/money-calls.ts';
import type { Payout } from '../../api/types.ts';
import { Amounts, grossPayeNett } from '../../format/Amounts.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { DownloadButton } from '../../shell/DownloadButton.tsx';
import { PageIcon } from '../../shell/PageIcon.tsx';
import { PayoutParts } from './PayoutParts.tsx';
import { iconOf, isOwedAgain, storyOf, titleOf } from './payout-words.ts';

interface Props {
  readonly payout: Payout;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One payout: the amount, its state, gross, PAYE and nett, and on demand every reward in it. */
export function PayoutItem({ payout, open, onToggle }: Props) {
  const id = useId();
  const day = dayName(payout.payDate);
  const get = (kind: 'csv' | 'pdf') => () => money.payoutStatement(kind, payout);
  return (
    <li className="payout">
      <div className="payout-head">
        <div>
          <h3>Payout of {day}</h3>
          <p className="payout-sum tabular">{rand(payout.nettCents)}</p>
        </div>
        <span className="badge">
          <PageIcon name={iconOf(payout)} />
          {titleOf(payout)}
        </span>
      </div>
      <p>{storyOf(payout)}</p>
      <p className="quiet">
        Reference <span className="tabular">{payout.reference}</span>
      </p>
      {payout.reason && <p className="quiet">Reason given by the bank: {payout.reason}</p>}
      {isOwedAgain(payout) && (
        <p className="note note-warning">
          <Link to="/agent/profile#banking">Check your bank details</Link>
        </p>
      )}
      <Amounts className="line-money" of={grossPayeNett(payout)} />
      <div className="row">
        <button
          type="button"
          className="button button-plain"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {open ? 'Hide' : 'View'} rewards<span className="sr-only">, payout of {day}</span>
        </button>
        <p className="row statement">
          <PageIcon name="download" />
          <span>Statement</span>
          <DownloadButton className="link" get={get('pdf')}>
            PDF<span className="sr-only"> statement of the payout of {day}</span>
          </DownloadButton>
          <DownloadButton className="link" get={get('csv')}>
            CSV<span className="sr-only"> statement of the payout of {day}</span>
          </DownloadButton>
        </p>
      </div>
      <p>
        <Link
          to="/contact-us"
          state={{
            figure: { runId: payout.id, lineName: '', figure: `payout ${payout.reference}, ${rand(payout.nettCents)}` },
          }}
        >
          Question this figure<span className="sr-only">, payout of {day}</span>
        </Link>
      </p>
      <div id={id} hidden={!open}>
        {open && <PayoutParts payout={payout} />}
      </div>
    </li>
  );
}
