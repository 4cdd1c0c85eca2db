import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { whoAmI } from '../api/session.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { alertType } from '../record/alert-type.ts';
import type { Enquiry } from './enquiry.tsx';
import { usePeople } from './people.ts';

const NOBODY = '';

/** Assignee of an enquiry, and the reservation that it concerns. */
export function Handling({ enquiry: { id, version, assignedTo, reservationNo } }: { enquiry: Enquiry }) {
  const say = useSay();
  const { people } = usePeople();
  const notify = useNotify();
  const refresh = useRefresh();
  /**
   * Typed text with the version at which typing began, so that a concurrent change is reported before it is
   * overwritten.
   */
  const [typed, setTyped] = useState<{ text: string; over: number | null } | null>(null);
  const reservation = typed?.text ?? reservationNo ?? '';
  const [busy, setBusy] = useState(false);
  const set = async (changes: object, done: string, seen = version) => {
    setBusy(true);
    try {
      await call('PUT', `contact-support/${id}`, changes, { 'If-Match': String(seen) });
      setTyped(null);
      notify(done, { type: 'success' });
    } catch (error) {
      setTyped(typed && { text: typed.text, over: null });
      notify((error as HttpError).message, { type: alertType(error) });
    } finally {
      setBusy(false);
      refresh();
    }
  };
  const assign = (to: string) => set({ assignedTo: to === NOBODY ? null : Number(to) }, 'Assigned.');
  const me = whoAmI().id;
  const isKnown = people.some((person) => person.id === assignedTo);
  return (
    <div className="handling">
      <TextField
        disabled={busy}
        label={say('Assigned to')}
        onChange={(event) => assign(event.target.value)}
        select
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        value={isKnown ? String(assignedTo) : NOBODY}
      >
        <MenuItem value={NOBODY}>
          <T>Unassigned</T>
        </MenuItem>
        {people.map((person) => (
          <MenuItem key={person.id} value={String(person.id)}>
            {person.name}
          </MenuItem>
        ))}
      </TextField>
      {String(assignedTo) !== me && people.some((person) => String(person.id) === me) && (
        <ActionButton label="Assign to me" disabled={busy} onClick={() => assign(me)} variant="outlined" />
      )}
      <TextField
        label={say('Reservation')}
        onChange={(event) => setTyped({ text: event.target.value, over: typed?.over ?? version })}
        slotProps={{ inputLabel: { shrink: true } }}
        value={reservation}
      />
      {reservation.trim() !== (reservationNo ?? '') && (
        <ActionButton
          label="Set reservation"
          disabled={busy}
          onClick={() => set({ reservationNo: reservation.trim() }, 'The reservation is set.', typed?.over ?? version)}
          variant="outlined"
        />
      )}
    </div>
  );
}
