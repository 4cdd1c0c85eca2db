import { type Administrator, adminDecider, adminStreamOf, existingAdmin } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import { approvalDecider } from '@fynbos/domain/approval/approval.ts';
import { integratorDecider } from '@fynbos/domain/integrator/integrator.ts';
import { savedViewsDecider, savedViewsStreamOf } from '@fynbos/domain/saved-views/saved-views.ts';
import { eventsOf, type LoadedEvent, load } from '../../handle.ts';
import type { Notice } from '../notices.ts';
import * as templates from './admin-templates.ts';
import { passkeyMessage, resetPasswordMessage } from './agent-templates.ts';
import type { Addressed, ComposerServices, MessageContent } from './layout.ts';
import { linksOf } from './links.ts';

/** What a mail about a view says: the number of new entries by type of event. It names no record and no person. */
export interface AlertDetail {
  readonly viewId: string;
  readonly ownerId: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Recording time of the oldest new entry, ISO 8601 UTC. */
  readonly from: string;
}

/** Null if the administrator was removed or disabled, or if the request no longer exists. */
export async function administratorMessage(services: ComposerServices, notice: Notice): Promise<Addressed | null> {
  const { state: person, stream } = await load(services.log, adminDecider, notice.streamId);
  if (person.status !== 'enabled' || !person.email) return null;
  const message = await messageFor(services, notice, person, eventsOf(adminDecider, stream));
  return message && { content: message, email: person.email, cell: null };
}

function messageFor(
  services: ComposerServices,
  notice: Notice,
  person: Administrator,
  events: readonly LoadedEvent<AdminEvent>[],
): Promise<MessageContent | null> | MessageContent | null {
  if (notice.kind === 'approval-requested') return approvalRequested(services, notice);
  if (notice.kind === 'break-glass') return breakGlass(services, notice);
  if (notice.kind === 'webhook-disabled') return webhookDisabled(services, notice);
  if (notice.kind === 'log-not-intact')
    return templates.logNotIntactMessage(linksOf(services.publicUrl, services.tokens).dashboard('/proof'));
  if (notice.kind === 'admin-passkey-added' || notice.kind === 'admin-passkey-removed')
    return greeted(passkeyMessage(notice.kind === 'admin-passkey-added'), person);
  if (notice.kind === 'view-alert') return viewAlert(services, notice);
  return passwordLink(services, notice, person, events);
}

const greeted = (message: MessageContent, { name }: Administrator): MessageContent => ({
  ...message,
  name: name ?? '',
});

async function webhookDisabled(
  { log, publicUrl, tokens }: ComposerServices,
  { detail }: Notice,
): Promise<MessageContent | null> {
  const { state } = await load(log, integratorDecider, detail ?? '');
  if (state.status !== 'live') return null;
  const url = linksOf(publicUrl, tokens).dashboard(`/integrators/${state.integratorId}`);
  return templates.webhookDisabledMessage(state.name, url);
}

/** Null if the view was removed, or is no longer shared, before the mail is sent. */
async function viewAlert({ log, publicUrl, tokens }: ComposerServices, notice: Notice): Promise<MessageContent | null> {
  const { viewId, ownerId, counts, from } = JSON.parse(notice.detail ?? '{}') as AlertDetail;
  const { state } = await load(log, savedViewsDecider, savedViewsStreamOf(ownerId));
  const view = state.views.find((one) => one.viewId === viewId);
  if (!view || (view.scope === 'me' && notice.streamId !== adminStreamOf(ownerId))) return null;
  const url = linksOf(publicUrl, tokens).dashboard(`/${view.list}?view=${viewId}`);
  return templates.viewAlertMessage(view.name, counts, from, url);
}

function passwordLink(
  { publicUrl, tokens, sender }: ComposerServices,
  { kind, eventId }: Notice,
  person: Administrator,
  events: readonly LoadedEvent<AdminEvent>[],
): MessageContent | null {
  const event = events.find(({ id }) => id === eventId);
  if (event?.type !== 'AdminPasswordLinkRequested') return null;
  const url = linksOf(publicUrl, tokens).adminPassword(person.adminId, event.data.requestId);
  const message =
    kind === 'admin-set-password'
      ? templates.adminSetPasswordMessage(sender.programme, url)
      : resetPasswordMessage(url);
  return greeted(message, person);
}

/** Null if the request was decided before the mail is sent. */
async function approvalRequested(
  { log, publicUrl, tokens }: ComposerServices,
  notice: Notice,
): Promise<MessageContent | null> {
  const { state, stream } = await load(log, approvalDecider, notice.detail ?? '', { personal: false });
  const [request] = eventsOf(approvalDecider, stream);
  if (state.status !== 'waiting' || request?.type !== 'ApprovalRequested') return null;
  const { state: person } = await load(log, adminDecider, adminStreamOf(state.requestedBy));
  const name = existingAdmin(person)?.name ?? `Administrator ${state.requestedBy}`;
  const url = linksOf(publicUrl, tokens).dashboard(`/approvals/${state.approvalId}`);
  return templates.approvalRequestedMessage(request.data.summary, name, request.metadata.reason ?? null, url);
}

async function breakGlass(
  { log, publicUrl, tokens }: ComposerServices,
  notice: Notice,
): Promise<MessageContent | null> {
  const events = eventsOf(approvalDecider, await log.readStream(notice.detail ?? ''));
  const request = events.find(({ type }) => type === 'ApprovalRequested');
  const breakGlassEvent = events.find(({ id }) => id === notice.eventId);
  if (request?.type !== 'ApprovalRequested' || breakGlassEvent?.type !== 'BreakGlassAsked') return null;
  const { state } = await load(log, adminDecider, adminStreamOf(breakGlassEvent.data.askedBy));
  const { approvalId, summary } = request.data;
  const url = linksOf(publicUrl, tokens).dashboard(`/approvals/${approvalId}`);
  return templates.breakGlassMessage(
    summary,
    existingAdmin(state)?.name ?? `Administrator ${breakGlassEvent.data.askedBy}`,
    breakGlassEvent.data.reason,
    url,
  );
}
