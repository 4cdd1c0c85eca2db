import { sessionExpiresAt } from '@fynbos/application/auth/sessions.ts';
import { agentOf, type Caller, unauthenticated } from '@fynbos/application/caller.ts';
import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { deviceAnswer, sessionAnswer } from './answers.ts';
import { deviceTokenOf, noDeviceCookie } from './device-cookie.ts';

/** Returns the stream id and session of a signed-in person. Throws 401 for a visitor. */
function personOf(caller: Caller): { person: string; sessionId: string } {
  if (caller.kind === 'visitor') throw unauthenticated();
  const person = caller.kind === 'agent' ? agentStreamOf(caller.agentId) : adminStreamOf(caller.adminId);
  return { person, sessionId: caller.sessionId };
}

/** A person's own sessions: list, extend, end; and an agent's remembered devices. */
export const sessionRoutes = tagged('Sessions', [
  route.post('/auth/logout', {
    appendsNothing: true,
    who: 'signed-in',
    summary: 'Sign out: end this session and its token',
    status: 204,
    handle: async ({ caller }, { auth }) => {
      const { person, sessionId } = personOf(caller);
      await auth.sessions.end(person, sessionId);
      return {};
    },
  }),
  route.post('/auth/extend', {
    appendsNothing: true,
    who: 'signed-in',
    summary: 'Extend the session by an hour',
    answer: z.object({ expiresAt: instant }),
    handle: async ({ caller }, { auth, now }) => {
      const { person, sessionId } = personOf(caller);
      await auth.sessions.extend(sessionId);
      const ownSession = (await auth.sessions.list(person)).find((one) => one.sessionId === sessionId);
      if (!ownSession) throw unauthenticated();
      return { body: { expiresAt: sessionExpiresAt(now(), ownSession.createdAt).toISOString() } };
    },
  }),
  route.get(['/auth/sessions', '/agent/sessions'], {
    who: 'signed-in',
    summary: 'List your active sessions, most recently used first',
    answer: z.array(sessionAnswer),
    handle: async ({ caller }, { auth }) => {
      const { person, sessionId } = personOf(caller);
      const live = await auth.sessions.list(person);
      const body = live.map(({ sessionId: id, network: address, ...one }) => ({
        id,
        address,
        current: id === sessionId,
        ...one,
      }));
      return { body };
    },
  }),
  route.post('/auth/sessions/end-others', {
    appendsNothing: true,
    who: 'signed-in',
    summary: 'End all of your other sessions',
    status: 204,
    handle: async ({ caller }, { auth }) => {
      const { person, sessionId } = personOf(caller);
      await auth.sessions.endOthers(person, sessionId);
      return {};
    },
  }),
  route.delete(['/auth/sessions/{sessionId}', '/agent/sessions/{sessionId}'], {
    appendsNothing: true,
    who: 'signed-in',
    summary: 'End one of your sessions',
    status: 204,
    handle: async ({ caller, params }, { auth }) => {
      const id = z.uuid().safeParse(params.sessionId);
      if (!id.success || !(await auth.sessions.end(personOf(caller).person, id.data))) {
        throw new DomainError('not-found', 'session.unknown', 'Session not found.');
      }
      return {};
    },
  }),
  // An agent's remembered devices (C11). Administrators have none: they sign in without a code.
  route.get('/auth/devices', {
    who: 'agent',
    summary: 'List the devices on which you sign in without a code',
    answer: z.array(deviceAnswer),
    handle: async ({ caller, request }, { auth }) => {
      const remembered = await auth.devices.list(agentStreamOf(agentOf(caller).agentId), deviceTokenOf(request));
      const body = remembered.map(({ deviceId: id, network: address, ...one }) => ({ id, address, ...one }));
      return { body };
    },
  }),
  route.delete('/auth/devices/{deviceId}', {
    appendsNothing: true,
    who: 'agent',
    summary: 'Forget one of your remembered devices. It then needs a code again',
    status: 204,
    handle: async ({ caller, params, request }, { auth, config }) => {
      const person = agentStreamOf(agentOf(caller).agentId);
      const id = z.uuid().safeParse(params.deviceId);
      const own = await auth.devices.list(person, deviceTokenOf(request));
      if (!id.success || !(await auth.devices.forget(person, id.data)))
        throw new DomainError('not-found', 'device.unknown', 'Device not found.');
      const isThis = own.some(({ deviceId, current }) => current && deviceId === id.data);
      return isThis ? { headers: noDeviceCookie(config) } : {};
    },
  }),
]);
