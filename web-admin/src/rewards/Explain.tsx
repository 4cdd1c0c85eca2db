import CloseIcon from '@mui/icons-material/CloseOutlined';
import { Drawer, IconButton } from '@mui/material';
import { useId, useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { useAsOf } from '../past/as-of.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';
import type { Rental } from './rental.ts';

function ExplainDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useSay();
  const asOf = useAsOf();
  const titleId = useId();
  const { data, error } = useGetOne('rewards', { id, meta: { asOf } });
  const rental = data as unknown as Rental | undefined;
  return (
    <Drawer
      anchor="right"
      onClose={onClose}
      open
      slotProps={{
        paper: { 'aria-labelledby': titleId, 'aria-modal': true, className: 'explain', role: 'dialog' },
      }}
    >
      <div className="explain-head">
        <h2 id={titleId}>
          <T values={{ id }}>{'Reservation %{id}'}</T>
        </h2>
        <IconButton aria-label={say('Close')} autoFocus onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {error && <ErrorNote error={error} />}
      {!rental && !error && <Waiting rows={8} />}
      {rental && (
        <>
          <Explanation rental={rental} />
          <h2 className="section">
            <T>Facts</T>
          </h2>
          <RentalFacts facts={rental.facts} />
          <p>
            <Link className="text-link" to={`/rewards/${encodeURIComponent(id)}`}>
              <T>Open the reservation</T>
            </Link>
          </p>
        </>
      )}
    </Drawer>
  );
}

/** An amount of a reward that opens its explanation in place: calculation, facts, policy, decision and other rates. */
export function ExplainedAmount({ id, amount }: { id: string; amount: string }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-label={say('Explain %{amount}', { amount })}
        className="amount-button"
        onClick={() => setOpen(true)}
        type="button"
      >
        {amount}
      </button>
      {isOpen && <ExplainDrawer id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
