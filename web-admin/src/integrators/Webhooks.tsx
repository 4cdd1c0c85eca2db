import type { WebhookSecret as Shown, Webhook } from '@fynbos/api/integrators/answers.ts';
import { useState } from 'react';
import { CheckboxGroupInput, required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { instant } from '../format/format.ts';
import { listed, T, type Wording } from '../i18n/T.tsx';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { Empty, StatusTag } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { Deliveries, KINDS, wordsOfKind } from './Deliveries.tsx';
import { SecretShown } from './KeyDialog.tsx';

/** Describes the state of the webhook. */
function standing({ isEnabled, takenAt, failingSince }: Webhook): Wording {
  if (failingSince) return ['Failing since %{at}', { at: instant(failingSince) }];
  if (takenAt) return ['Last delivery %{at}', { at: instant(takenAt) }];
  return isEnabled ? 'No deliveries yet' : 'Switched off';
}

/** One webhook: URL, message kinds, state and deliveries. */
function WebhookCard({
  webhook,
  busy,
  path,
  readOnly,
  onEnable,
  onDisable,
  onRotate,
  onRemove,
}: {
  readonly webhook: Webhook;
  /** Whether a new secret is being created. */
  readonly busy: boolean;
  /** Path of the webhook's calls, under `/api/admin/`. */
  readonly path: string;
  readonly readOnly: boolean;
  readonly onEnable: () => void;
  readonly onDisable: () => void;
  readonly onRotate: () => void;
  readonly onRemove: () => unknown;
}) {
  const { webhookId, url, kinds, isEnabled } = webhook;
  return (
    <section aria-labelledby={`title-${webhookId}`} className="webhook">
      <h2 id={`title-${webhookId}`}>
        <span className="mono webhook-url">{url}</span> <StatusTag status={isEnabled ? 'enabled' : 'disabled'} />
      </h2>
      <p className="quiet">
        <T>{listed(kinds.map(wordsOfKind), '%{one} · %{more}')}</T>. <T>{standing(webhook)}</T>.
        {url.startsWith('http:') && (
          <>
            {' '}
            <T>Not encrypted: for development only.</T>
          </>
        )}
      </p>
      {!readOnly && (
        <p className="webhook-actions">
          {isEnabled ? (
            <ActionButton label="Switch off" onClick={onDisable} size="small" />
          ) : (
            <ActionButton label="Switch on" onClick={onEnable} size="small" variant="outlined" />
          )}
          <ActionButton label="New secret" disabled={busy} onClick={onRotate} size="small" />
          <ConfirmButton
            content="Pending messages are discarded too."
            onConfirm={onRemove}
            size="small"
            title="Remove this webhook?"
          />
        </p>
      )}
      <Deliveries path={path} readOnly={readOnly} />
    </section>
  );
}

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
          onRemove={() => act(() => call('DELETE', `${path}/${webhook.webhookId}`), 'Webhook removed.')}
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
    </>
  );
}
