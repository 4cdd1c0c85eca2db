import { knownBanks } from '@fynbos/application/agents/known-banks.ts';
import { registerAgent } from '@fynbos/application/agents/register-agent.ts';
import { OTP_SENT } from '@fynbos/application/auth/channel.ts';
import { inviterByLink } from '@fynbos/application/referrals/referral-link.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { bankOf, detailsOf } from './agent-form.ts';
import { communicationMethod } from './answers.ts';
import { registrationBody, warningShape, warningsOf } from './registration-form.ts';

/** A visitor registers as an agent. */
export const registrationRoute = (services: Services): Route =>
  route({
    method: 'post',
    paths: ['/travel-agency/register'],
    who: 'anyone',
    tag: 'Registration',
    summary: 'Register as an agent. A one-time code is sent to confirm the contact details.',
    status: 201,
    body: registrationBody,
    answer: z.object({
      id: z.int(),
      emailAddress: z.string(),
      cellNumber: z.string(),
      communicationMethod,
      warnings: z.array(warningShape),
      message: z.string(),
    }),
    handle: async ({ body, context, address }) => {
      const details = detailsOf(body, body.communicationMethod);
      const bank = bankOf(body, body.taxCountry, await knownBanks(services));
      const referredByAgentId = (await inviterByLink(services, body.referralLink))?.agentId;
      const agent = { details, bank, password: body.password, referredByAgentId };
      const { agentId, position } = await registerAgent(services, agent, address, context);
      const { communicationMethod, emailAddress } = details;
      const contact = { emailAddress, cellNumber: dialledDigits(details.cellNumber), communicationMethod };
      return {
        body: { id: agentId, ...contact, warnings: warningsOf(body), message: OTP_SENT },
        position: position ?? null,
      };
    },
  });
