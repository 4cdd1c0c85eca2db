import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { HelpText } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { today, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { ItemAnswer } from './integrator-calls.ts';
import { ItemAnswerNote, ItemInput } from './item.tsx';

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

/** Selects a sample, which replaces the item. */
function SampleInput({ onChange }: { onChange: () => void }) {
  const { setValue } = useFormContext();
  return (
    <Field
      choices={Object.keys(SAMPLES).map((each) => [each, words(each)] as const)}
      label="Sample"
      onChange={(type) => {
        setValue('item', sampleText(type), { shouldValidate: true });
        onChange();
      }}
      source="type"
    />
  );
}

/** Sends a rental event as a dry run with this integrator's scopes. The response is real, but nothing is recorded. */
export function TryIt({ id }: { id: string }) {
  const [first] = useState(() => ({ type: 'invoice', item: sampleText('invoice') }));
  const [answer, setAnswer] = useState<ItemAnswer | null>(null);
  const forget = () => setAnswer(null);
  return (
    <>
      <T as="p">A dry run with this integrator's scopes: the response is real, and nothing is recorded.</T>
      <PageForm<typeof first>
        action="Send as a dry run"
        busyLabel="Sending..."
        className="answer-form"
        keepsValues
        send={async ({ item }, { command }) =>
          setAnswer(await command('POST', `integrators/${id}/try`, JSON.parse(item)))
        }
        values={first}
      >
        <SampleInput onChange={forget} />
        <ItemInput minRows={10} onChange={forget} />
      </PageForm>
      <div aria-live="polite">
        {answer && <ItemAnswerNote answer={answer} note="would be the result of a real call." />}
      </div>
      <HelpText
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
      </HelpText>
    </>
  );
}
