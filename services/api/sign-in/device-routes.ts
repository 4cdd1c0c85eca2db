import { agentOf } from '@fynbos/application/caller.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { deviceAnswer } from './answers.ts';
import { deviceTokenOf, noDeviceCookie } from './device-cookie.ts';

/** An agent's remembered devices (C11). Administrators have none: they sign in without a code. */
export const deviceRoutes = tagged('Sessions', [
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
