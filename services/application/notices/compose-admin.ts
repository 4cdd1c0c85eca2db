import { type AdminState, adminDecider, adminStream } from '@fynbos/domain/admin/admin.ts';
import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { integratorDecider } from '@fynbos/domain/integrator/integrator.ts';
import type { DecodedEvent } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';
import type { Addressed, ComposerParts } from './composer.ts';
import type { Words } from './layout.ts';
import { linksOf } from './links.ts';
import type { Notice } from './notices.ts';
import * as words from './templates.ts';

/**
 * Composes a notice for an administrator. Null if the administrator was removed or disabled, or if the request no
 * longer exists.
 */
export async function administratorWords(parts: ComposerParts, notice: Notice): Promise<Addressed | null> {
  const stream = await parts.log.readStream(notice.streamId, { personal: true });
  const events = stream.events as readonly (DecodedEvent & AdminEvent)[];
  const person = fold(adminDecider, adminDecider.initial, events);
  if (!person.email || person.status !== 'enabled') return null;
  const told = await wordsFor(parts, notice, person, events);
  return told && { words: told, email: person.email, cell: null };
}

function wordsFor(
  parts: ComposerParts,
  notice: Notice,
  person: AdminState,
  events: readonly (DecodedEvent & AdminEvent)[],
): Promise<Words | null> | Words | null {
  if (notice.kind === 'break-glass') return breakGlass(parts, notice);
  if (notice.kind === 'webhook-disabled') return webhookDisabled(parts, notice);
  if (notice.kind === 'log-not-intact')
    return words.logNotIntactWords(linksOf(parts.publicUrl, parts.tokens).dashboard('/proof'));
  return passwordLink(parts, notice, person, events);
}

async function webhookDisabled({ log, publicUrl, tokens }: ComposerParts, { detail }: Notice): Promise<Words | null> {
  const { state } = await load(log, integratorDecider, detail ?? '', { personal: false });
  if (state.status !== 'live') return null;
  const url = linksOf(publicUrl, tokens).dashboard(`/integrators/${state.integratorId}`);
  return words.webhookDisabledWords(state.name, url);
}

function passwordLink(
  { publicUrl, tokens, sender }: ComposerParts,
  { kind, eventId }: Notice,
  { adminId, name }: AdminState,
  events: readonly (DecodedEvent & AdminEvent)[],
): Words | null {
  const event = events.find(({ id }) => id === eventId);
  if (event?.type !== 'AdminPasswordLinkRequested') return null;
  const url = linksOf(publicUrl, tokens).adminPassword(adminId, event.data.requestId);
  return kind === 'admin-set-password'
    ? words.adminSetPasswordWords(sender.programme, name ?? '', url)
    : words.resetPasswordWords(name ?? '', url);
}

async function breakGlass({ log, publicUrl, tokens }: ComposerParts, notice: Notice): Promise<Words | null> {
  const { events } = await log.readStream(notice.detail ?? '');
  const told = events as readonly (DecodedEvent & ApprovalEvent)[];
  const request = told.find(({ type }) => type === 'ApprovalRequested');
  const asked = told.find(({ id }) => id === notice.eventId);
  if (request?.type !== 'ApprovalRequested' || asked?.type !== 'BreakGlassAsked') return null;
  const { state } = await load(log, adminDecider, adminStream(asked.data.askedBy));
  const { approvalId, summary } = request.data;
  const url = linksOf(publicUrl, tokens).dashboard(`/approvals/${approvalId}`);
  return words.breakGlassWords(summary, state.name ?? `Administrator ${asked.data.askedBy}`, asked.data.reason, url);
}
