import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type * as Api from './types.ts';

/** API calls of the pages below the profile. A separate module keeps the other pages small. */
export const account = {
  sessions: () => call<Api.SessionEntry[]>('GET', 'auth/sessions', QUIET),
  history: () => call<Api.OwnHistoryEntry[]>('GET', 'agent/history', QUIET),
  choices: () => call<Api.Choices>('GET', 'agent/choices', QUIET),
  endSession: (id: string) => call<Api.Answer>('DELETE', `auth/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<Api.Answer>('POST', 'auth/sessions/end-others'),
  devices: () => call<Api.RememberedDevice[]>('GET', 'auth/devices', QUIET),
  forgetDevice: (id: string) => call<Api.Answer>('DELETE', `auth/devices/${id}`),
  passkeys: () => call<Api.OwnPasskey[]>('GET', 'auth/passkeys', QUIET),
  renamePasskey: (id: string, name: string) => call<Api.Answer>('PUT', `auth/passkeys/${id}`, { body: { name } }),
  removePasskey: (id: string) => call<Api.Answer>('DELETE', `auth/passkeys/${id}`),
  requestCorrection: (details: string) =>
    call<Api.Answer>('POST', 'agent/requests', { body: { kind: 'correction', details } }),
  requestDeletion: (reason: string) =>
    call<Api.Answer & { reference: string }>('POST', 'agent/deletion', { body: { reason } }),
  withdrawDeletion: () => call<Api.Answer>('DELETE', 'agent/deletion'),
  saveMessageChoices: (body: Api.MessageChoices) => call<Api.Answer>('PUT', 'agent/message-choices', { body }),
  saveChoices: (body: Api.Choices) => call<Api.Answer>('PUT', 'agent/choices', { body }),
  exportData: (kind: 'json' | 'pdf') => download(`agent/export.${kind}`, `my-data.${kind}`),
  deletion: () => call<Api.Deletion>('GET', 'agent/deletion', QUIET),
  pushDevices: () => call<Api.PushDevices>('GET', 'agent/push-devices', QUIET),
  addPushDevice: ({ endpoint, keys }: PushSubscriptionJSON) =>
    call<Api.Answer>('POST', 'agent/push-devices', { body: { endpoint, keys } }),
  removePushDevice: (id: string) => call<Api.Answer>('DELETE', `agent/push-devices/${id}`),
  messageChoices: () => call<Api.MessageChoices>('GET', 'agent/message-choices', QUIET),
} as const;
