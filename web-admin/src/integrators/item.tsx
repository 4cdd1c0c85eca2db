import { Alert } from '@mui/material';
import type { ComponentProps } from 'react';
import { Notes } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { ItemAnswer } from './integrator-calls.ts';

/** The fault of a text that must be one JSON object; undefined for a valid one. */
function itemProblem(text = ''): string | undefined {
  try {
    const item: unknown = JSON.parse(text);
    return typeof item === 'object' && item !== null && !Array.isArray(item) ? undefined : 'Send one JSON object.';
  } catch {
    return 'This is not JSON. Look for a missing comma, quote or bracket.';
  }
}

/** Form field `item`: a rental event as JSON. */
export const ItemInput = (props: Pick<ComponentProps<typeof Field>, 'minRows' | 'maxRows' | 'onChange'>) => (
  <Field
    {...props}
    check={itemProblem}
    isOptional
    label="Item"
    multiline
    slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
    source="item"
  />
);

const SEVERITY = {
  recorded: 'success',
  duplicate: 'info',
  conflict: 'warning',
  rejected: 'error',
  unavailable: 'error',
} as const;

/** Result of an item, with the path and message of each error. */
export function ItemAnswerNote({ answer: { result, errors = [] }, note }: { answer: ItemAnswer; note?: string }) {
  return (
    <Alert severity={SEVERITY[result]} variant="outlined">
      <T as="strong">{words(result)}</T> {note && <T>{note}</T>}
      <Notes notes={errors} />
    </Alert>
  );
}
