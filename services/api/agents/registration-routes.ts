import { channelOf, OTP_SENT } from '@fynbos/application/sign-in/channel.ts';
import { LIMITS } from '@fynbos/application/sign-in/limits.ts';
import { hashPassword } from '@fynbos/application/sign-in/passwords.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';
import type { Answer, Call, Route } from '../http/route.ts';
import { route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { bankOf, detailsOf } from './agent-form.ts';
import { knownBanks } from './known-banks.ts';
import { register } from './register.ts';
import { type Registration, registrationBody, warningsOf } from './registration-form.ts';

/** Registers and sends the code; the answer bears what the code's dialog needs and what looked odd. */
async function registerAgent(services: Services, { body, context, address }: Call<Registration>): Promise<Answer> {
  await services.auth.limits.take(LIMITS.registrationPerNetwork, address);
  const details = detailsOf(body, body.communicationMethod);
  const agent = {
    source: 'self',
    details,
    bank: bankOf(body, body.taxCountry, await knownBanks(services)),
    passwordHash: await hashPassword(body.password),
    termsAccepted: true,
    employerConsent: true,
  } as const;
  const { agentId, position } = await register(services, agent, context);
  const { communicationMethod, emailAddress, cellNumber } = details;
  const channel = channelOf(communicationMethod);
  const { correlationId } = context;
  const person = `agent-${agentId}`;
  await services.auth.limits.noteBegun(person, address);
  await services.auth.codes.issue({ person, purpose: 'registration', channel, network: address, correlationId });
  const contact = { emailAddress, cellNumber: dialledDigits(cellNumber), communicationMethod };
  return {
    body: { id: agentId, ...contact, warnings: warningsOf(body), message: OTP_SENT },
    ...(position ? { position } : {}),
  };
}

const warning = z.object({ field: z.string(), message: z.string() });

/** Registration of an agent. */
export const registrationRoutes = (services: Services): Route[] => [
  route({
    method: 'post',
    paths: ['/travel-agency/register'],
    who: 'anyone',
    tag: 'Registration',
    summary: 'Register as an agent; a code is sent.',
    status: 201,
    body: registrationBody,
    answer: z.object({
      id: z.int(),
      emailAddress: z.string(),
      cellNumber: z.string(),
      communicationMethod: z.string(),
      warnings: z.array(warning),
      message: z.string(),
    }),
    handle: (call) => registerAgent(services, call),
  }),
];
