import type { FullNumbers } from '@fynbos/api/agents/answers.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';

export type { FullNumbers } from '@fynbos/api/agents/answers.ts';

import { useEffect, useState } from 'react';
import { usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { T } from '../i18n/T.tsx';

/** Time after which full numbers are masked again, in milliseconds. */
const SHOWN_MS = 60_000;

/** Holds the full numbers of an agent for a minute. */
export function useFullNumbers() {
  const [numbers, setNumbers] = useState<FullNumbers | null>(null);
  useEffect(() => {
    if (numbers === null) return;
    const timer = setTimeout(() => setNumbers(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [numbers]);
  return [numbers, setNumbers] as const;
}

/** Shows the full ID, tax and account numbers on request. Each view is recorded as an event of the agent. */
export function ShowNumbers({
  id,
  shown,
  onShow,
}: {
  id: number;
  shown: boolean;
  onShow: (numbers: FullNumbers | null) => void;
}) {
  const { permissions } = usePermissions<Record<string, string>>();
  const { act } = useAction();
  if (!permissions?.['full-numbers:see']) return null;
  if (shown) {
    return (
      <span role="status">
        <T>Full numbers are shown for one minute.</T>{' '}
        <ActionButton label="Hide" onClick={() => onShow(null)} size="small" />
      </span>
    );
  }
  const show = () => act(async () => onShow(await call<FullNumbers>('POST', `travel-agents/${id}/numbers`)));
  return (
    <>
      <T>Viewing this is logged.</T>{' '}
      <ActionButton label="Show full ID, tax and account numbers" onClick={show} size="small" variant="outlined" />
    </>
  );
}
