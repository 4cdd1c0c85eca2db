import { DateInput, TextInput } from 'react-admin';
import { useNeeded } from '../form/use-needed.ts';

/** The five fields of the promotion forms (specification, section 5). An open-ended promotion can stay open-ended. */
export function PromotionInputs({ openEnded = false }: { openEnded?: boolean }) {
  const needed = useNeeded();
  return (
    <>
      <TextInput label="Promotion Title" source="promoCode" validate={needed('Promotion Title')} />
      <TextInput
        label="Promotion Description"
        multiline
        source="description"
        validate={needed('Promotion Description')}
      />
      <TextInput
        helperText="A fraction of the rental's time-and-kilometre revenue, for example 0.2"
        label="Promotion Rate"
        placeholder="0.2"
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        source="promoRate"
        validate={needed('Promotion Rate')}
      />
      <DateInput label="Start Date" parse={asText} source="startDate" validate={needed('Start Date')} />
      <DateInput
        label="End Date"
        parse={asText}
        source="endDate"
        validate={openEnded ? undefined : needed('End Date')}
      />
    </>
  );
}

const asText = (value: string): string => value;
