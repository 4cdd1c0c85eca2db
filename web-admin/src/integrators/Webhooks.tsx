import type { WebhookSecret as Shown } from '@fynbos/api/integrators/answers.ts';
import { useState } from 'react';
import { CheckboxGroupInput, Confirm, required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { Empty } from '../record/texts.tsx';
import { useAction } from '../record/use-action.ts';
import { useRead } from '../record/use-read.tsx';
import { SecretShown } from './KeyShown.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { KINDS, type Webhook } from './webhook.ts';

function AddDialog({ path, onMade, onClose }: { path: string; onMade: (made: Shown) => void; onClose: () => void }) {
  const submit = useSubmit<{ url: string; kinds: string[] }>({
    send: async (values) => {
      onMade(await call<Shown>('POST', path, values));
      return undefined;
    },
    done: 'Webhook added.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Add webhook"
      onClose={onClose}
      onSubmit={submit}
      title="Add a webhook"
      values={{ url: '', kinds: KINDS.map(({ id }) => id) }}
    >
      <TextInput
        helperText="An https:// URL without credentials. An http:// URL works in development only."
        label="URL"
        source="url"
        type="url"
        validate={required('URL is required!')}
      />
      <CheckboxGroupInput
        choices={[...KINDS]}
        label="Events to send"
        row={false}
        source="kinds"
        validate={required('Choose at least one event!')}
      />
    </FormDialog>
  );
}

/**
 * Webhooks that notify an integrator about its reservations: secrets, switches, and every delivery with its responses.
 */
export function Webhooks({ id, readOnly }: { id: string; readOnly: boolean }) {
  const path = `integrators/${id}/webhooks`;
  const [shown, setShown] = useState<Shown | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const { data, refetch, notice } = useRead<Webhook[]>(path);
  const { act, busy } = useAction(refetch);
  if (!data) return notice;
  return (
    <>
      {notice}
      {shown && (
        <SecretShown name={['secret of webhook %{webhookId}', { webhookId: shown.webhookId }]} secret={shown.secret} />
      )}
      {data.length === 0 && (
        <Empty>
          No webhooks yet. A webhook notifies the integrator’s system of decided, paid and reversed rewards. Messages
          are signed, and retried for three days.
        </Empty>
      )}
      {data.map((webhook) => (
        <WebhookCard
          busy={busy}
          key={webhook.webhookId}
          onDisable={() => act(() => call('POST', `${path}/${webhook.webhookId}/disable`), 'Webhook switched off.')}
          onEnable={() => act(() => call('POST', `${path}/${webhook.webhookId}/enable`), 'Webhook switched on.')}
          onRemove={() => setRemoving(webhook.webhookId)}
          // One press at a time: two new secrets would replace the one that the integrator knows, and its signatures
          // would stop.
          onRotate={() =>
            act(
              async () => setShown(await call<Shown>('POST', `${path}/${webhook.webhookId}/rotate`)),
              'New secret created. The previous one stays valid for 24 hours.',
            )
          }
          path={`${path}/${webhook.webhookId}`}
          readOnly={readOnly}
          webhook={webhook}
        />
      ))}
      {!readOnly && (
        <p>
          <ActionButton
            label="Add a webhook"
            dialog={(close) => (
              <AddDialog
                onClose={() => {
                  close();
                  void refetch();
                }}
                onMade={setShown}
                path={path}
              />
            )}
            variant="outlined"
          />
        </p>
      )}

      <Confirm
        confirm="Remove"
        confirmColor="warning"
        content="Pending messages are discarded too."
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          const webhookId = removing;
          setRemoving(null);
          void act(() => call('DELETE', `${path}/${webhookId}`), 'Webhook removed.');
        }}
        title="Remove this webhook?"
      />
    </>
  );
}
