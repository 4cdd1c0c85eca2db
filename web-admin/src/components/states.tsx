import { Alert, LinearProgress, Skeleton, Stack } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { duration, grouped } from '../format/format.ts';
import { listed, T, useTranslation, type Wording } from '../i18n/T.tsx';
import { ActionButton } from './ActionButton.tsx';

/** Placeholder in the shape of the content. Appears after 200 ms, so that quick responses do not flicker. */
export function Waiting({ rows = 4 }: { rows?: number }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="waiting" role="status" style={{ minHeight: rows * 40 }}>
      <span className="sr-only">
        <T>Loading</T>
      </span>
      {isShown && Array.from({ length: rows }, (_, at) => <Skeleton height={40} key={String(at)} />)}
    </div>
  );
}

/** Progress of background work: a bar and a text. `share`: the part that is done, 0 to 1; null while it is unknown. */
export function Progress({
  label,
  share,
  isCell = false,
  children,
}: {
  label: Wording;
  share: number | null;
  /** Whether it is in a table, where screen readers do not announce it. */
  isCell?: boolean;
  children: ReactNode;
}) {
  const translate = useTranslation();
  return (
    <Stack className="tabular" sx={isCell ? { minWidth: '14rem' } : { gap: 1, my: 1 }}>
      <LinearProgress
        aria-label={translate(label)}
        value={Math.min(100, (share ?? 0) * 100)}
        variant={share === null ? 'indeterminate' : 'determinate'}
      />
      <div role={isCell ? undefined : 'status'}>{children}</div>
    </Stack>
  );
}

/** Counted work. `done` and `total` are null until they are known. */
interface Work {
  readonly done: number | null;
  readonly total: number | null;
  /** Per second. */
  readonly rate?: number;
  readonly remainingMs: number | null;
}

/** `1 200 of 3 000 events · 400/s · about 3 s left`. `unit`: what is counted, in the plural. */
export function progressText({ done, total, rate, remainingMs }: Work, unit: string): Wording {
  if (!done && !total) return 'Waiting to start.';
  const counts = { done: grouped(done ?? 0), total: grouped(total ?? 0), unit: [unit] } as const;
  return listed(
    [
      [total ? '%{done} of %{total} %{unit}' : '%{done} %{unit} so far', counts],
      ...(rate === undefined ? [] : [['%{rate}/s', { rate: grouped(rate) }] as const]),
      ...(remainingMs === null ? [] : [['about %{remaining} left', { remaining: duration(remainingMs) }] as const]),
    ],
    '%{one} · %{more}',
  );
}

/** Progress of counted work. `children` is shown before its text. */
export const WorkProgress = ({
  work,
  unit,
  children,
  ...bar
}: {
  work: Work;
  unit: string;
  label: Wording;
  isCell?: boolean;
  children?: ReactNode;
}) => (
  <Progress {...bar} share={work.done !== null && work.total ? work.done / work.total : null}>
    {children}
    <T>{progressText(work, unit)}</T>
  </Progress>
);

/** Error message: the problem, the data that was kept, and the next step. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, status } = error as { message?: string; status?: number };
  return (
    <Alert
      action={onRetry && <ActionButton label="Try again" color="inherit" onClick={() => onRetry()} size="small" />}
      severity={status === 404 ? 'warning' : 'error'}
      variant="outlined"
    >
      <T>{message ?? 'An unexpected error occurred!'}</T>
    </Alert>
  );
}
