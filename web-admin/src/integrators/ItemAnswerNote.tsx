import { Alert } from '@mui/material';
import { T } from '../i18n/T.tsx';
import type { ItemAnswer } from './integrator-calls.ts';

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
      <T as="strong">{result}</T> {note && <T>{note}</T>}
      {errors.map(({ path, message }) => (
        <div key={path}>
          {path && <span className="mono">{path} </span>}
          <T>{message}</T>
        </div>
      ))}
    </Alert>
  );
}
