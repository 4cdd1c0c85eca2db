import type { WebhookSecret as NewSecret, Webhook } from '@fynbos/api/integrators/answers.ts';
import { useState } from 'react';
import type { AdminBody } from '../api/http.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Panel } from '../components/Panel.tsx';
import { Empty, StatusTag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { useLeaveGuard } from '../form/LeaveGuard.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import { listed, T, type Wording } from '../i18n/T.tsx';
import { Deliveries, KINDS, kindLabel, type WebhookPath } from './Deliveries.tsx';
import { SecretShown } from './KeyDialog.tsx';

function standing({ isEnabled, takenAt, failingSince }: Webhook): Wording {
  if (failingSince) return ['Failing since %{at}', { at: instant(failingSince) }];
  if (takenAt) return ['Last delivery %{at}', { at: instant(takenAt) }];
  return isEnabled ? 'No deliveries yet' : 'Switched off';
}

const SWITCH_OFF = {
  label: 'Switch off',
  change: 'disable',
  doneMessage: 'Webhook switched off.',
  question: 'Switch off this webhook?',
  consequence: 'It receives no messages until it is switched on again.',
} as const;

const SWITCH_ON = {
  label: 'Switch on',
  change: 'enable',
  doneMessage: 'Webhook switched on.',
  question: 'Switch on this webhook?',
  consequence: 'It receives messages again.',
} as const;

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
  readonly onSecret: (secret: NewSecret) => void;
}) {
  const { url, kinds, isEnabled } = webhook;
  const { label, change, doneMessage, question, consequence } = isEnabled ? SWITCH_OFF : SWITCH_ON;
  return (
    <Panel aside={<StatusTag status={isEnabled ? 'enabled' : 'disabled'} />} title={url}>
      <p className="quiet">
        <T>{listed(kinds.map(kindLabel), '%{one} · %{more}')}</T>. <T>{standing(webhook)}</T>.
        {url.startsWith('http:') && (
          <>
            {' '}
            <T>Not encrypted: for development only.</T>
          </>
        )}
      </p>
      {!readOnly && (
        <p className="actions">
          <ReasonButton
            doneMessage={doneMessage}
            explanation={consequence}
            isReasonOptional
            label={label}
            send={(reason, { command }) => command('POST', `${path}/${change}`, undefined, { reason })}
            size="small"
            title={question}
            variant={isEnabled ? 'text' : 'outlined'}
          />
          <ReasonButton
            action="Create secret"
            doneMessage="New secret created. The previous one stays valid for 24 hours."
            explanation="The previous secret stays valid for 24 hours."
            isReasonOptional
            label="New secret"
            send={async (reason, { command }) =>
              onSecret(await command('POST', `${path}/rotate`, undefined, { reason }))
            }
            size="small"
            title="Create a new secret?"
          />
          <ReasonButton
            accessibleName={['Remove %{url}', { url }]}
            color="error"
            destructive
            doneMessage="Webhook removed."
            explanation="Pending messages are discarded too."
            isReasonOptional
            label="Remove"
            send={(reason, { command }) => command('DELETE', path, undefined, { reason })}
            size="small"
            title="Remove this webhook?"
            variant="text"
          />
        </p>
      )}
      <Deliveries path={path} readOnly={readOnly} />
    </Panel>
  );
}

const AddDialog = ({ integratorId, onSecret }: { integratorId: string; onSecret: (secret: NewSecret) => void }) => (
  <FormDialog<AdminBody<'POST', `integrators/${string}/webhooks`> & { reason: string | null }>
    action="Add webhook"
    doneMessage="Webhook added."
    send={async ({ reason, ...values }, { command }) =>
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

/** The webhooks of an integrator: secrets, on and off, and every delivery with its responses. */
export function Webhooks({ id, readOnly }: { id: string; readOnly: boolean }) {
  const path = `integrators/${id}/webhooks` as const;
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null);
  const { data, notice } = useRead(path);
  useLeaveGuard(newSecret ? 'secret' : null);
  if (!data) return notice;
  return (
    <>
      {notice}
      {newSecret && (
        <>
          <SecretShown
            name={['secret of webhook %{webhookId}', { webhookId: newSecret.webhookId }]}
            secret={newSecret.secret}
          />
          <p>
            <ActionButton label="I have saved the secret" onClick={() => setNewSecret(null)} variant="outlined" />
          </p>
        </>
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
            onSecret={setNewSecret}
            path={`${path}/${webhook.webhookId}`}
            readOnly={readOnly}
            webhook={webhook}
          />
        ))}
      </div>
      {!readOnly && (
        <p>
          <ActionButton
            dialog={<AddDialog integratorId={id} onSecret={setNewSecret} />}
            label="Add a webhook"
            variant="outlined"
          />
        </p>
      )}
    </>
  );
}
