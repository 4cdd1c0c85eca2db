import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { listed, type Wording } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { Deliveries } from './Deliveries.tsx';
import { type Webhook, wordsOfKind } from './webhook.ts';

/** Describes the state of the webhook. */
function standing({ isEnabled, takenAt, failingSince }: Webhook): Wording {
  if (failingSince) return ['Failing since %{at}', { at: instant(failingSince) }];
  if (takenAt) return ['Last delivery %{at}', { at: instant(takenAt) }];
  return isEnabled ? 'No deliveries yet' : 'Switched off';
}

/** One webhook: URL, message kinds, state and deliveries. */
export function WebhookCard({
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
  readonly onRemove: () => void;
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
          <ActionButton label="Remove" color="error" onClick={onRemove} size="small" />
        </p>
      )}
      <Deliveries path={path} readOnly={readOnly} />
    </section>
  );
}
