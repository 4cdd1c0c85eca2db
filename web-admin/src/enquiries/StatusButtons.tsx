import { useEffect, useRef, useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import type { AdminBody } from '../api/http.ts';
import { currentAdmin } from '../api/session.ts';
import { alertType, useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { InputField } from '../form/InputField.tsx';
import { useTranslation } from '../i18n/T.tsx';
import { type Enquiry, STATUS_ACTIONS, usePeople } from './enquiry.tsx';

const UNASSIGNED = '';

/** Assignee of an enquiry, and the reservation that it concerns. */
export function Handling({ enquiry: { id, version, assignedTo, reservationNo } }: { enquiry: Enquiry }) {
  const { people } = usePeople();
  const { command, act, isBusy } = useCommand();
  /** With the version at which typing began, so that a concurrent change is reported before it is overwritten. */
  const [typed, setTyped] = useState<{ text: string; version: number | null } | null>(null);
  const reservation = typed?.text ?? reservationNo ?? '';
  const set = async (
    changes: AdminBody<'PUT', `contact-support/${number}`>,
    doneMessage: string,
    seenVersion = version,
  ) => {
    const isSaved = await act(
      () => command('PUT', `contact-support/${id}`, changes, { version: seenVersion }),
      doneMessage,
    );
    // A change of the assignee keeps the text that is being typed.
    const isSent = isSaved && 'reservationNo' in changes;
    setTyped((current) => (isSent ? null : current && { text: current.text, version: null }));
  };
  const assign = (to: string) => set({ assignedTo: to === UNASSIGNED ? null : Number(to) }, 'Assigned.');
  const me = currentAdmin().id;
  const isKnown = people.some((person) => person.id === assignedTo);
  return (
    <div className="handling">
      <InputField
        label="Assigned to"
        // A disabled input would lose the focus.
        onChange={(to) => isBusy || void assign(to)}
        value={isKnown ? String(assignedTo) : UNASSIGNED}
        choices={[[UNASSIGNED, 'Unassigned'], ...people.map((person) => [String(person.id), person.name] as const)]}
      />
      {String(assignedTo) !== me && people.some((person) => String(person.id) === me) && (
        <ActionButton label="Assign to me" isBusy={isBusy} onClick={() => assign(me)} variant="outlined" />
      )}
      <InputField
        label="Reservation"
        onChange={(value) => setTyped({ text: value, version: typed?.version ?? version })}
        slotProps={{ inputLabel: { shrink: true } }}
        value={reservation}
      />
      {reservation.trim() !== (reservationNo ?? '') && (
        <ActionButton
          label="Set reservation"
          isBusy={isBusy}
          onClick={() =>
            set({ reservationNo: reservation.trim() }, 'The reservation is set.', typed?.version ?? version)
          }
          variant="outlined"
        />
      )}
    </div>
  );
}

/** Delay before the page reloads after an update, in milliseconds (specification, section 4). */
const POLL_MS = 5_000;

/** Resolve, Escalate and Activate buttons. Hidden once the enquiry is Resolved. */
export function StatusButtons({ enquiry: { id, status, version, referenceNumber } }: { enquiry: Enquiry }) {
  const { command } = useCommand();
  const translate = useTranslation();
  const notify = useNotify();
  const refresh = useRefresh();
  /** Where a button was pressed. Blocks further presses until the page reloads, because that version is outdated. */
  const [pressedVersion, setPressedVersion] = useState<number | null>(null);
  const isBusy = pressedVersion === version;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (status === 'Resolved') return null;
  const press = async (next: Enquiry['status']) => {
    setPressedVersion(version);
    try {
      await command('PUT', `contact-support/${id}`, { status: next }, { version });
      notify('%{reference} is %{status}.', {
        type: 'success',
        messageArgs: { reference: referenceNumber, status: translate(next) },
      });
      timer.current = setTimeout(refresh, POLL_MS);
    } catch (error) {
      const { message, status: code } = error as HttpError;
      notify(message, { type: alertType(error) });
      if (code === 412) refresh();
      setPressedVersion(null);
    }
  };
  return STATUS_ACTIONS.map(([label, next]) => (
    <ActionButton
      accessibleName={['%{action} %{reference}', { action: [label], reference: referenceNumber }]}
      isUnavailable={isBusy || status === next}
      key={next}
      label={label}
      onClick={() => press(next)}
      size="small"
      variant="outlined"
    />
  ));
}
