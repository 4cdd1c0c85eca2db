import { knownBanks } from '@fynbos/application/agents/known-banks.ts';
import { addAgent } from '@fynbos/application/agents/register-agent.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { addAgentBody } from './add-agent-form.ts';
import { bankOf, detailsOf } from './agent-form.ts';
import { warningShape, warningsOf } from './registration-form.ts';

/** An administrator adds an agent. */
export const addAgentRoute = (services: Services): Route =>
  route({
    method: 'post',
    paths: ['/admin/add-agent', '/admin/travel-agents'],
    who: { admin: 'agents:change' },
    tag: 'Travel agents',
    summary: 'Add an agent. Without a password, the agent receives a link by e-mail to set one.',
    status: 201,
    body: addAgentBody,
    answer: z.object({ id: z.int(), warnings: z.array(warningShape), message: z.string() }),
    handle: async ({ body, context }) => {
      const agent = {
        details: detailsOf(body, body.communicationMethod),
        bank: bankOf(body, body.taxCountry, await knownBanks(services)),
        password: body.password,
        termsAccepted: body.termsAndConditions,
        employerConsent: body.employerConsent,
      };
      const { agentId, position } = await addAgent(services, agent, context);
      const message = 'Travel agent created successfully!';
      return { body: { id: agentId, warnings: warningsOf(body), message }, position: position ?? null };
    },
  });
