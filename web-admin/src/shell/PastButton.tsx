import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useLocation, useSearchParams } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { FormDialog } from '../record/FormDialog.tsx';
import { hasPast, instantTyped } from './moment.ts';

const LABEL = 'View as of…';

const momentProblem = (typed?: string | null): string | undefined => {
  const moment = instantTyped(typed ?? '');
  return moment !== null && moment < new Date().toISOString() ? undefined : 'Choose a date and time in the past.';
};

/** Opens the same page as of a chosen moment. Hidden on pages without history. */
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
        <FormDialog action="View" onClose={() => setOpen(false)} onSubmit={go} title={LABEL}>
          <p>
            <T>Shows this page with the data as recorded at that time. Nothing can be changed there.</T>
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
