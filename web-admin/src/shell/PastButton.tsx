import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { FormDialog } from '../record/FormDialog.tsx';
import { hasPast, instantTyped } from './moment.ts';

const LABEL = 'See a past moment';

const momentProblem = (typed?: string | null): string | undefined => {
  const moment = instantTyped(typed ?? '');
  return moment !== null && moment < new Date().toISOString() ? undefined : 'Choose a moment that is over.';
};

/** Leads to the same page as of a moment that one chooses; only where there is a past to see. */
export function PastButton() {
  const say = useSay();
  const { pathname } = useLocation();
  const [, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  if (!hasPast(pathname)) return null;
  const go = async ({ typed }: { typed?: string }) => {
    setSearch((search) => {
      search.set('asOf', instantTyped(typed ?? '') ?? '');
      search.delete('page');
      return search;
    });
    setOpen(false);
    return undefined;
  };
  return (
    <>
      <Tooltip title={say(LABEL)}>
        <IconButton aria-label={say(LABEL)} color="inherit" onClick={() => setOpen(true)}>
          <HistoryIcon />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <FormDialog action="Go there" onClose={() => setOpen(false)} onSubmit={go} title={LABEL}>
          <p>
            <T>This page as it stood then, with what had been recorded by then. Nothing can be changed there.</T>
          </p>
          <TextInput
            fullWidth
            helperText="Johannesburg time (SAST)"
            label="Date and time"
            slotProps={{ inputLabel: { shrink: true } }}
            source="typed"
            type="datetime-local"
            validate={momentProblem}
          />
        </FormDialog>
      )}
    </>
  );
}
