import { DialogActions, DialogContent } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, type RaRecord, useDataProvider, useGetOne } from 'react-admin';
import { isPendingApproval } from '../api/data-provider.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton, useClose } from '../components/ActionButton.tsx';
import { ErrorNote, Waiting } from '../components/states.tsx';
import type { Wording } from '../i18n/T.tsx';
import { type Conflict, ConflictDialog } from './ConflictDialog.tsx';
import { DialogForm, DialogFrame } from './FormDialog.tsx';

/** Ignores later fetches: the save sends this version, so it cannot overwrite a change that the form never showed. */
export function useOpened<Item>(record: Item): Item {
  const [opened] = useState(record);
  return opened;
}

interface Props<Item> {
  readonly resource: string;
  /** Converts a record to the values of the form, with its id and version. */
  readonly valuesOf: (record: Item) => RaRecord;
  /** Converts the values of the form to the request, which by default they are. */
  readonly requestOf?: (values: RaRecord, opened: Item) => object;
  /** Fields that a conflict compares. */
  readonly fields: readonly string[];
  readonly action: string;
  readonly busyLabel?: string;
  /** Whether fields are also validated on blur, for long forms. */
  readonly validatesOnBlur?: boolean;
  /** Message after a save without an approval. */
  readonly doneMessage?: string;
}

function EditForm<Item>({
  item,
  resource,
  valuesOf,
  requestOf = (values) => values,
  fields,
  doneMessage = 'Saved.',
  children,
  ...form
}: Props<Item> & { item: Item; children: ReactNode }) {
  const provider = useDataProvider();
  const close = useClose();
  const { act } = useCommand();
  const opened = useOpened(item);
  const base = useOpened(valuesOf(item));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { id } = base;
  /** Saves against the version of the values; null for a conflict. The field `reason` is recorded with the change. */
  const save = async ({ reason, ...values }: RaRecord) => {
    try {
      const data = { ...requestOf(values as RaRecord, opened), id, version: values.version };
      const answer = await provider.update(resource, { id, data, previousData: base, meta: { reason } });
      setConflict(null);
      return { message: isPendingApproval(answer.data) ? 'Sent for approval.' : doneMessage };
    } catch (error) {
      const { status, body } = error as HttpError;
      if (status !== 412) throw error;
      const current = body.current ?? (await provider.getOne(resource, { id })).data;
      setConflict({ base, mine: { reason, ...values } as RaRecord, theirs: valuesOf(current) });
      return null;
    }
  };
  const saveChosen = (values: RaRecord) =>
    act(async () => {
      const answer = await save({ ...values, reason: conflict?.mine.reason });
      if (answer) close();
      return answer;
    });
  return (
    <DialogForm {...form} send={save} values={base}>
      {children}
      {conflict && (
        <ConflictDialog conflict={conflict} fields={fields} onCancel={() => setConflict(null)} onSave={saveChosen} />
      )}
    </DialogForm>
  );
}

function CloseActions() {
  const close = useClose();
  return (
    <DialogActions>
      <ActionButton label="Close" onClick={close} />
    </DialogActions>
  );
}

/** Read when the dialog opens. For an outdated version, the administrator chooses the values to save. */
export function EditDialog<Item extends RaRecord>({
  id,
  title,
  maxWidth,
  onClose,
  children,
  ...form
}: Props<Item> & {
  readonly id: Item['id'];
  readonly title: (record: Item | undefined) => Wording;
  readonly maxWidth?: 'md';
  readonly onClose?: () => void;
  readonly children: (record: Item) => ReactNode;
}) {
  const { data, error, isFetchedAfterMount, refetch } = useGetOne<Item>(form.resource, { id }, { staleTime: 0 });
  return (
    <DialogFrame onClose={onClose} title={title(data)} maxWidth={maxWidth}>
      {data && isFetchedAfterMount ? (
        <EditForm {...form} item={data}>
          {children(data)}
        </EditForm>
      ) : (
        <>
          <DialogContent>{error ? <ErrorNote error={error} onRetry={refetch} /> : <Waiting rows={8} />}</DialogContent>
          <CloseActions />
        </>
      )}
    </DialogFrame>
  );
}
