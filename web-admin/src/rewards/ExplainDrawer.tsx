import CloseIcon from '@mui/icons-material/CloseOutlined';
import { Drawer, IconButton } from '@mui/material';
import { useId } from 'react';
import { useRecord } from '../as-of/use-record.ts';
import { Heading, TextLink } from '../components/texts.tsx';
import { T, useTranslation } from '../i18n/T.tsx';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';

export default function ExplainDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const translate = useTranslation();
  const titleId = useId();
  const { data: rental, notice } = useRecord('rewards', id);
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
        <IconButton aria-label={translate('Close')} autoFocus onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {notice}
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
