import CloseIcon from '@mui/icons-material/CloseOutlined';
import { Drawer, IconButton } from '@mui/material';
import { useId } from 'react';
import { T, useSay } from '../i18n/T.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Heading, TextLink } from '../record/texts.tsx';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';
import { useRental } from './use-rental.ts';

/** The explanation of a reward over the page: calculation, facts, policy, decision and other rates. */
export default function ExplainDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useSay();
  const titleId = useId();
  const { rental, error } = useRental(id);
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
          <Heading>Facts</Heading>
          <RentalFacts facts={rental.facts} />
          <p>
            <TextLink to={`/rewards/${encodeURIComponent(id)}`} label="Open the reservation" />
          </p>
        </>
      )}
    </Drawer>
  );
}
