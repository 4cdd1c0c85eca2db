import { useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { call } from '../api/http.ts';
import { whoAmI } from '../api/session.ts';
import { InputField } from '../form/InputField.tsx';
import { ActionButton, alertType } from '../record/ActionButton.tsx';
import { type Enquiry, usePeople } from './enquiry.tsx';

const NOBODY = '';

/** Assignee of an enquiry, and the reservation that it concerns. */
export function Handling({ enquiry: { id, version, assignedTo, reservationNo } }: { enquiry: Enquiry }) {
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
      <InputField
        disabled={busy}
        label="Assigned to"
        onChange={assign}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        value={isKnown ? String(assignedTo) : NOBODY}
        choices={[[NOBODY, 'Unassigned'], ...people.map((person) => [String(person.id), person.name] as const)]}
      />
      {String(assignedTo) !== me && people.some((person) => String(person.id) === me) && (
        <ActionButton label="Assign to me" disabled={busy} onClick={() => assign(me)} variant="outlined" />
      )}
      <InputField
        label="Reservation"
        onChange={(value) => setTyped({ text: value, over: typed?.over ?? version })}
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
