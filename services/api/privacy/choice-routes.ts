import { type KnownAgent, loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { choosePrivacy } from '@fynbos/application/agents/own-choices.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { noticeChannel } from '@fynbos/domain/agent/notifications.ts';
import { route, tagged } from '../http/route.ts';
import { type Choices, choicesAnswer } from './answers.ts';

const isGiven = (letter: 'Y' | 'N' | undefined) => letter && letter === 'Y';

const choicesOf = (state: KnownAgent): Choices => ({
  marketing: state.consents.marketing,
  employerConsent: state.consents.employer ? 'Y' : 'N',
  popiConsent: state.consents.terms ? 'Y' : 'N',
  notices: noticeChannel(state),
  communicationMethod: state.details.communicationMethod,
});

/** An agent's own consents, and the channels of notices and codes. */
export const choiceRoutes = tagged('Privacy', [
  route.get('/agent/choices', {
    who: 'agent',
    summary: 'Get your consents, and the channels of notices and codes',
    answer: choicesAnswer,
    handle: async ({ caller }, services) => ({ body: choicesOf(await loadAgent(services, agentOf(caller).agentId)) }),
  }),
  route.put('/agent/choices', {
    who: 'agent',
    summary:
      'Give or withdraw consents, and choose the channels of notices and codes; the latter with a proof for `personal`. Without consent nothing is paid. Absent choices keep their value',
    body: choicesAnswer.partial(),
    message: 'Your choices were saved.',
    run: ({ body: { marketing, employerConsent, popiConsent, ...channels }, caller, context }, services) => {
      const consents = { marketing, employer: isGiven(employerConsent), terms: isGiven(popiConsent) };
      return choosePrivacy(services, agentOf(caller), { consents, ...channels }, context);
    },
  }),
]);
