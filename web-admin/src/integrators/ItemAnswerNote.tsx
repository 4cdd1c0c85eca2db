import { Alert } from '@mui/material';
import type { ItemAnswer } from './integrator-calls.ts';

const SEVERITY = {
  recorded: 'success',
  duplicate: 'info',
  conflict: 'warning',
  rejected: 'error',
  unavailable: 'error',
} as const;

/** What was answered for an item, with the path and message of each error. */
export function ItemAnswerNote({ answer: { result, errors = [] }, note }: { answer: ItemAnswer; note?: string }) {
  return (
    <Alert severity={SEVERITY[result]} variant="outlined">
      <strong>{result}</strong> {note}
      {errors.map(({ path, message }) => (
        <div key={path}>
          {path && <span className="mono">{path} </span>}
          {message}
        </div>
      ))}
    </Alert>
  );
}
