import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type {
  Answer,
  Choices,
  Deletion,
  HistoryEntry,
  MessageChoices,
  OwnPasskey,
  PushDevices,
  RememberedDevice,
  SessionEntry,
} from './types.ts';

/** API calls of the pages below the profile. A separate module keeps the other pages small. */
export const account = {
  sessions: () => call<SessionEntry[]>('GET', 'auth/sessions', QUIET),
  history: () => call<HistoryEntry[]>('GET', 'agent/history', QUIET),
  choices: () => call<Choices>('GET', 'agent/choices', QUIET),
  endSession: (id: string) => call<Answer>('DELETE', `auth/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<Answer>('POST', 'auth/sessions/end-others'),
  devices: () => call<RememberedDevice[]>('GET', 'auth/devices', QUIET),
  forgetDevice: (id: string) => call<Answer>('DELETE', `auth/devices/${id}`),
  passkeys: () => call<OwnPasskey[]>('GET', 'auth/passkeys', QUIET),
  renamePasskey: (id: string, name: string) => call<Answer>('PUT', `auth/passkeys/${id}`, { body: { name } }),
  removePasskey: (id: string) => call<Answer>('DELETE', `auth/passkeys/${id}`),
  requestCorrection: (details: string) =>
    call<Answer>('POST', 'agent/requests', { body: { kind: 'correction', details } }),
  requestDeletion: (reason: string) =>
    call<Answer & { reference: string }>('POST', 'agent/deletion', { body: { reason } }),
  withdrawDeletion: () => call<Answer>('DELETE', 'agent/deletion'),
  saveMessageChoices: (body: MessageChoices) => call<Answer>('PUT', 'agent/message-choices', { body }),
  saveChoices: (body: Choices) => call<Answer>('PUT', 'agent/choices', { body }),
  exportData: (kind: 'json' | 'pdf') => download(`agent/export.${kind}`, `my-data.${kind}`),
  deletion: () => call<Deletion>('GET', 'agent/deletion', QUIET),
  pushDevices: () => call<PushDevices>('GET', 'agent/push-devices', QUIET),
  addPushDevice: ({ endpoint, keys }: PushSubscriptionJSON) =>
    call<Answer>('POST', 'agent/push-devices', { body: { endpoint, keys } }),
  removePushDevice: (id: string) => call<Answer>('DELETE', `agent/push-devices/${id}`),
  messageChoices: () => call<MessageChoices>('GET', 'agent/message-choices', QUIET),
} as const;
