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

/** Lists what happens to each record, acts one by one until stopped, and reports the others, which stay selected. */
export function BulkDialog<Item extends RaRecord, Values extends object>({
  title,
  action,
  items,
  effectOf,
  run,
  doneMessage,
  values,
  children,
}: {
  title: Wording;
  action: string;
  items: readonly Item[];
  effectOf: (item: Item) => Effect;
  run: (item: Item, values: Values, commands: Commands) => Promise<unknown>;
  /** Message with `%{count}`, singular and plural. */
  doneMessage: string;
  values: Values;
  children?: ReactNode;
}) {
  const translate = useTranslation();
  const notify = useNotify();
  const refresh = useRefresh();
  const { onUnselectItems, onSelect } = useListContext();
  const isStopped = useRef(false);
  // Back closes the dialog during the work: nothing would show or stop the rest of it.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const [sent, setSent] = useState(0);
  const concerned = items.filter((item) => !effectOf(item).isSkipped);
  const send = async (values: Values, commands: Commands) => {
    const refused: { item: Item; message: string }[] = [];
    const left = [...concerned];
    isStopped.current = false;
    while (!isStopped.current) {
      setSent(concerned.length - left.length);
      const item = left.shift();
      if (!item) break;
      try {
        await run(item, values, commands);
      } catch (error) {
        refused.push({ item, message: (error as Error).message });
      }
    }
    const count = concerned.length - left.length - refused.length;
    const message = translate([doneMessage, { count }]);
    if (refused.length + left.length === 0) {
      onUnselectItems();
      return { message };
    }
    if (count > 0) notify(message, { type: 'success' });
    refresh();
    onSelect([...refused.map(({ item }) => item), ...left].map(({ id }) => id));
    const reasons = refused.map(({ item, message }) => `${effectOf(item).name}: ${message}`);
    if (left.length > 0) reasons.push(translate([STOPPED, { count: left.length }]));
    throw new Error(reasons.join(' '));
  };
  return (
    <FormDialog
      action={action}
      busyLabel={['%{done} of %{count}', { done: sent, count: concerned.length }]}
      onStop={() => {
        isStopped.current = true;
      }}
      send={send}
      title={title}
      values={values}
      waits={concerned.length === 0}
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
