import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type RaRecord, useListContext, useNotify, useRefresh } from 'react-admin';
import type { Commands } from '../api/data-provider.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';

/** What an action does to one selected record. */
interface Effect {
  readonly name: string;
  readonly effect: Wording;
  /** Whether the action leaves the record as it is. */
  readonly isSkipped?: boolean;
}

const STOPPED = 'Stopped: %{count} record is unchanged. |||| Stopped: %{count} records are unchanged.';

interface Props<Item, Values> {
  readonly title: Wording;
  readonly action: string;
  readonly items: readonly Item[];
  readonly effectOf: (item: Item) => Effect;
  readonly run: (item: Item, values: Values, commands: Commands) => Promise<unknown>;
  /** Message with `%{count}`, singular and plural. */
  readonly doneMessage: string;
  readonly values: Values;
  readonly children?: ReactNode;
}

/**
 * `send` acts on one record after the other until stopped. Its error names the refused records and counts those that
 * are unchanged; both stay selected. `sent` of `count` records have been acted on.
 */
function useBulkRun<Item extends RaRecord, Values>({
  items,
  effectOf,
  run,
  doneMessage,
}: Pick<Props<Item, Values>, 'items' | 'effectOf' | 'run' | 'doneMessage'>) {
  const translate = useTranslation();
  const notify = useNotify();
  const refresh = useRefresh();
  const { onUnselectItems, onSelect } = useListContext();
  const [sent, setSent] = useState(0);
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
  };
  // Back closes the dialog during the work: nothing would show or stop the rest of it.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const affected = items.filter((item) => !effectOf(item).isSkipped);
  const send = async (values: Values, commands: Commands) => {
    const refused: { item: Item; message: string }[] = [];
    const remaining = [...affected];
    isStopped.current = false;
    while (!isStopped.current) {
      setSent(affected.length - remaining.length);
      const item = remaining.shift();
      if (!item) break;
      try {
        await run(item, values, commands);
      } catch (error) {
        refused.push({ item, message: (error as Error).message });
      }
    }
    const count = affected.length - remaining.length - refused.length;
    const message = translate([doneMessage, { count }]);
    if (refused.length + remaining.length === 0) {
      onUnselectItems();
      return { message };
    }
    if (count > 0) notify(message, { type: 'success' });
    refresh();
    onSelect([...refused.map(({ item }) => item), ...remaining].map(({ id }) => id));
    const reasons = refused.map(({ item, message }) => `${effectOf(item).name}: ${message}`);
    if (remaining.length > 0) reasons.push(translate([STOPPED, { count: remaining.length }]));
    throw new Error(reasons.join(' '));
  };
  return { send, stop, sent, count: affected.length };
}

/** Lists what happens to each record, acts one by one until stopped, and reports the others, which stay selected. */
export function BulkDialog<Item extends RaRecord, Values extends object>({
  title,
  action,
  values,
  children,
  ...work
}: Props<Item, Values>) {
  const { items, effectOf } = work;
  const { send, stop, sent, count } = useBulkRun(work);
  return (
    <FormDialog
      action={action}
      busyLabel={['%{done} of %{count}', { done: sent, count }]}
      onStop={stop}
      send={send}
      title={title}
      values={values}
      waits={count === 0}
      maxWidth="sm"
    >
      <ul className="bulk-effects">
        {items.map((item) => {
          const { name, effect, isSkipped } = effectOf(item);
          return (
            <li className={isSkipped ? 'quiet' : undefined} key={item.id}>
              <strong>{name}</strong> <T>{effect}</T>
            </li>
          );
        })}
      </ul>
      {children}
    </FormDialog>
  );
}
