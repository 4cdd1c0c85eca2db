import type { BodyOf } from '@fynbos/api/contract.ts';
import { call, QUIET } from './client.ts';
import { download } from './files.ts';

/** API calls of the pages below the profile. A separate module keeps the other pages small. */
export const account = {
  sessions: () => call('GET', 'auth/sessions', QUIET),
  history: () => call('GET', 'agent/history', QUIET),
  choices: () => call('GET', 'agent/choices', QUIET),
  endSession: (id: string) => call('DELETE', `auth/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call('POST', 'auth/sessions/end-others'),
  devices: () => call('GET', 'auth/devices', QUIET),
  forgetDevice: (id: string) => call('DELETE', `auth/devices/${id}`),
  passkeys: () => call('GET', 'auth/passkeys', QUIET),
  renamePasskey: (id: string, name: string) => call('PUT', `auth/passkeys/${id}`, { body: { name } }),
  removePasskey: (id: string) => call('DELETE', `auth/passkeys/${id}`),
  requestCorrection: (details: string) => call('POST', 'agent/requests', { body: { kind: 'correction', details } }),
  requestDeletion: (reason: string) => call('POST', 'agent/deletion', { body: { reason } }),
  withdrawDeletion: () => call('DELETE', 'agent/deletion'),
  saveMessageChoices: (body: BodyOf<'PUT', 'agent/message-choices'>) => call('PUT', 'agent/message-choices', { body }),
  saveChoices: (body: BodyOf<'PUT', 'agent/choices'>) => call('PUT', 'agent/choices', { body }),
  exportData: (kind: 'json' | 'pdf') => download(`agent/export.${kind}`, `my-data.${kind}`),
  deletion: () => call('GET', 'agent/deletion', QUIET),
  pushDevices: () => call('GET', 'agent/push-devices', QUIET),
  addPushDevice: ({ endpoint = '', keys: { p256dh = '', auth = '' } = {} }: PushSubscriptionJSON) =>
    call('POST', 'agent/push-devices', { body: { endpoint, keys: { p256dh, auth } } }),
  removePushDevice: (id: string) => call('DELETE', `agent/push-devices/${id}`),
  messageChoices: () => call('GET', 'agent/message-choices', QUIET),
} as const;
