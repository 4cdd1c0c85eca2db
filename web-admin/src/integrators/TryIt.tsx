import { useState } from 'react';
import { FinanceForm } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { today, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Note, Remark } from '../record/texts.tsx';
import { ItemAnswerNote, useItem } from './use-item.tsx';

const head = (type: string) => ({
  eventId: crypto.randomUUID(),
  type,
  occurredAt: new Date().toISOString(),
  reservationNo: 'TRY-1',
});
const TERMS = { promoCode: null, rateCode: 'R1', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };

/** Sample of each rental event type, with the fields that the sender fills in. */
const SAMPLES: Readonly<Record<string, () => object>> = {
  reservation: () => ({
    ...head('reservation'),
    loyaltyTrackingNo: null,
    reservation: { reservedOn: today(), ...TERMS },
    pickUpOn: today(),
    returnOn: today(),
    expectedRevenue: 1000,
  }),
  invoice: () => ({
    ...head('invoice'),
    invoiceNo: 'INV-TRY-1',
    invoiceDate: today(),
    loyaltyTrackingNo: null,
    marketSector: 'Leisure',
    driverName: 'Test Driver',
    tkRevenue: 1000,
    reservation: { reservedOn: today(), ...TERMS },
    rental: { ...TERMS, pickedUpOn: today(), returnedOn: today() },
  }),
  'credit-note': () => ({
    ...head('credit-note'),
    creditNoteNo: 'CN-TRY-1',
    invoiceNo: 'INV-TRY-1',
    creditDate: today(),
  }),
  cancellation: () => ({ ...head('cancellation'), cancelledOn: today() }),
  'no-show': () => ({ ...head('no-show'), noShowOn: today() }),
  hold: () => ({ ...head('hold'), holdId: 'HOLD-TRY-1', holdReason: 'payment', placedOn: today() }),
  release: () => ({ ...head('release'), holdId: 'HOLD-TRY-1', releasedOn: today() }),
};

const sampleText = (type: string): string => JSON.stringify(SAMPLES[type]?.() ?? {}, null, 2);

/** Sends a rental event as a dry run with this integrator's scopes. The response is real, but nothing is recorded. */
export function TryIt({ id }: { id: string }) {
  const [type, setType] = useState('invoice');
  const { text, change, answer, problem, busy, send } = useItem(
    `integrators/${id}/try`,
    () => sampleText('invoice'),
    (item) => item,
  );
  return (
    <>
      <T as="p">A dry run with this integrator's scopes: the response is real, and nothing is recorded.</T>
      <FinanceForm
        action={busy ? 'Sending...' : 'Send as a dry run'}
        busy={busy}
        className="answer-form"
        onSubmit={send}
      >
        <InputField
          label="Sample"
          onChange={(value) => {
            setType(value);
            change(sampleText(value));
          }}
          value={type}
          choices={Object.keys(SAMPLES).map((each) => [each, words(each)] as const)}
        />
        <InputField
          label="Item"
          minRows={10}
          multiline
          onChange={change}
          slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
          value={text}
        />
      </FinanceForm>
      <div aria-live="polite">
        {problem && <Note severity="error">{problem}</Note>}
        {answer && <ItemAnswerNote answer={answer} note="would be the result of a real call." />}
      </div>
      <Remark
        values={{
          what: (
            <span className="mono">
              <T>POST /api/integrations/rental-events</T>
            </span>
          ),
          what2: (
            <span className="mono">
              <T>Authorization: Bearer</T>
            </span>
          ),
          what3: (
            <span className="mono">
              <T>?dryRun=true</T>
            </span>
          ),
          link: (
            <a href="/api/docs">
              <T>API reference</T>
            </a>
          ),
        }}
      >
        {'In your program: send %{what} with the header %{what2} and your key. Add %{what3} for a dry run. %{link}'}
      </Remark>
    </>
  );
}
