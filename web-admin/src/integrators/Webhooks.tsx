import type { WebhookSecret as Shown, Webhook } from '@fynbos/api/integrators/answers.ts';
import { useState } from 'react';
import type { AdminBody } from '../api/http.ts';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Panel } from '../components/Panel.tsx';
import { Empty, StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ConfirmButton } from '../form/ConfirmButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { instant } from '../format/format.ts';
import { listed, T, type Wording } from '../i18n/T.tsx';
import { Deliveries, KINDS, type WebhookPath, wordsOfKind } from './Deliveries.tsx';
import { SecretShown } from './KeyDialog.tsx';

/** Describes the state of the webhook. */
function standing({ isEnabled, takenAt, failingSince }: Webhook): Wording {
  if (failingSince) return ['Failing since %{at}', { at: instant(failingSince) }];
  if (takenAt) return ['Last delivery %{at}', { at: instant(takenAt) }];
  return isEnabled ? 'No deliveries yet' : 'Switched off';
}

/** One webhook: URL, message kinds, state and deliveries. `path`: of its calls, under `/api/admin/`. */
function WebhookCard({
  webhook,
  path,
  readOnly,
  onSecret,
}: {
  readonly webhook: Webhook;
  readonly path: WebhookPath;
  readonly readOnly: boolean;
  readonly onSecret: (shown: Shown) => void;
}) {
  const { command, act, busy } = useCommand();
  const { url, kinds, isEnabled } = webhook;
  const [label, change, done] = isEnabled
    ? (['Switch off', 'disable', 'Webhook switched off.'] as const)
    : (['Switch on', 'enable', 'Webhook switched on.'] as const);
  return (
    <Panel aside={<StatusTag status={isEnabled ? 'enabled' : 'disabled'} />} title={url}>
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
        <p className="actions">
          <ActionButton
            label={label}
            onClick={() => act(() => command('POST', `${path}/${change}`), done)}
            size="small"
            variant={isEnabled ? 'text' : 'outlined'}
          />
          <ActionButton
            // One press at a time: two new secrets would replace the one that the integrator knows, and its signatures
            // would stop.
            isBusy={busy}
            label="New secret"
            onClick={() =>
              act(
                async () => onSecret(await command('POST', `${path}/rotate`)),
                'New secret created. The previous one stays valid for 24 hours.',
              )
            }
            size="small"
          />
          <ConfirmButton
            accessibleName={['Remove %{url}', { url }]}
            content="Pending messages are discarded too."
            onConfirm={() => act(() => command('DELETE', path), 'Webhook removed.')}
            size="small"
            title="Remove this webhook?"
          />
        </p>
      )}
      <Deliveries path={path} readOnly={readOnly} />
    </Panel>
  );
}

const AddDialog = ({ integratorId, onSecret }: { integratorId: string; onSecret: (shown: Shown) => void }) => {
  const { command } = useCommand();
  return (
    <FormDialog<AdminBody<'POST', `integrators/${string}/webhooks`> & { reason: string | null }>
      action="Add webhook"
      done="Webhook added."
      send={async ({ reason, ...values }) =>
        onSecret(await command('POST', `integrators/${integratorId}/webhooks`, values, { reason }))
      }
      title="Add a webhook"
      values={{ url: '', kinds: KINDS.map(([kind]) => kind), reason: '' }}
    >
      <Field
        hint="An https:// URL without credentials. An http:// URL works in development only."
        label="URL"
        source="url"
        type="url"
      />
      <ChecksField choices={KINDS} label="Events to send" missing="Choose at least one event!" source="kinds" />
      <ReasonInput isOptional />
    </FormDialog>
  );
};

/**
 * Webhooks that notify an integrator about its reservations: secrets, switches, and every delivery with its responses.
 */
export function Webhooks({ id, readOnly }: { id: string; readOnly: boolean }) {
  const path = `integrators/${id}/webhooks` as const;
  const [shown, setShown] = useState<Shown | null>(null);
  const { data, notice } = useRead(path);
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
      <div className="record-panels">
        {data.map((webhook) => (
          <WebhookCard
            key={webhook.webhookId}
            onSecret={setShown}
            path={`${path}/${webhook.webhookId}`}
            readOnly={readOnly}
            webhook={webhook}
          />
        ))}
      </div>
      {!readOnly && (
        <p>
          <ActionButton
            dialog={<AddDialog integratorId={id} onSecret={setShown} />}
            label="Add a webhook"
            variant="outlined"
          />
        </p>
      )}
    </>
  );
}
