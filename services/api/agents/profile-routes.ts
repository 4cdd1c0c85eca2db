import { loadAgent } from '@fynbos/application/agents/load-agent.ts';
import { goalProgress, setMonthlyGoal } from '@fynbos/application/agents/own-choices.ts';
import {
  changeOwnBankDetails,
  confirmEmailChange,
  type UpdatedDetails,
  updateAgentDetails,
  withdrawEmailChange,
} from '@fynbos/application/agents/own-details.ts';
import { agentOf, assertOneself } from '@fynbos/application/caller.ts';
import { openLink } from '@fynbos/application/notices/messages/links.ts';
import { coolingHoursAt } from '@fynbos/application/reward-policy/current-policy.ts';
import { knownBanks } from '@fynbos/application/reward-policy/programme-lists.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { type Call, messageAnswer, route, tagged } from '../http/route.ts';
import { POSITION } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { agentAnswerOf, bankDetailsAnswerOf } from './agent-answer.ts';
import { bankOf } from './agent-form.ts';
import { agentAnswer, goalAnswer, storedBankDetailsAnswer } from './answers.ts';
import { bankBody } from './bank-form.ts';
import { FORM_MESSAGES } from './labels.ts';
import {
  type Profile,
  profileBody,
  profileChanges,
  profileRefusal,
  type StandAlone,
  standAloneBody,
  standAloneChanges,
} from './profile-forms.ts';

/** A page for links opened from an e-mail: it opens the portal's page with the result at once. `to`: its address. */
const redirectPage = (to: string): string =>
  `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${escapeHtml(to)}"><title>Fynbos Rewards</title></head><body><main><a href="${escapeHtml(to)}">Continue to Fynbos Rewards</a></main></body></html>`;

const updatedShape = z.object({ message: z.string(), emailPending: z.boolean() });

const answerOf = ({ position, emailPending }: UpdatedDetails, message: string) => ({
  body: { message, emailPending },
  ...(position ? { position } : {}),
});

async function updateProfile(services: Services, { body, caller, context }: Call<Profile>) {
  const agent = body.ID === undefined ? agentOf(caller) : assertOneself(caller, body.ID);
  const state = await loadAgent(services, agent.agentId);
  if (comparableIdNumber(body.idNumber) !== comparableIdNumber(state.details.idNumber))
    throw fieldError('agent.id-number-fixed', 'idNumber', 'The ID number cannot be changed here.');
  const changes = profileChanges(body, state);
  const done = await updateAgentDetails(services, agent, { changes, consent: true }, context);
  return answerOf(done, 'Profile updated successfully!');
}

async function updateStandAlone(services: Services, { body, caller, context }: Call<StandAlone>) {
  const agent = agentOf(caller);
  const changes = standAloneChanges(body, await loadAgent(services, agent.agentId));
  const done = await updateAgentDetails(services, agent, { changes, consent: false }, context);
  return answerOf(done, 'Travel agency updated successfully!');
}

/** The link is opened from an e-mail, so the call answers with a page that leads on to the portal's own (A4). */
async function openConfirmation(
  services: Services,
  { query, context, response }: Call<unknown, { token: string }>,
): Promise<undefined> {
  // Express answers HEAD as GET. Programs that check mail send it to every link.
  if (response.req.method === 'HEAD') {
    response.end();
    return undefined;
  }
  const link = openLink(services.tokens, 'email', query.token);
  try {
    if (!link) throw new DomainError('invalid', 'agent.link-dead', AGENT_MESSAGES.linkInvalid);
    const position = await confirmEmailChange(services, link.id, link.requestId, context);
    if (position) response.set(POSITION, position);
    response.type('html').send(redirectPage(`${services.config.publicUrl}/confirm-email?confirmed`));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    response
      .status(422)
      .type('html')
      .send(redirectPage(`${services.config.publicUrl}/confirm-email?expired`));
  }
  return undefined;
}

/** An agent reads and changes their own details, bank details and monthly goal (A10). */
export const profileRoutes = tagged('Profile', [
  route.get(['/travel-agency/personalDetails/{id}', '/TravelAgent/{id}'], {
    who: 'self',
    summary: 'Get your details and agency',
    answer: agentAnswer,
    handle: async ({ params }, services) => ({
      body: agentAnswerOf(await loadAgent(services, params.id), services.now()),
    }),
  }),
  route.post('/travel-agency/update', {
    who: 'agent',
    signInFirst: FORM_MESSAGES.credentials,
    summary: 'Change your details, with a proof for `personal`',
    body: profileBody,
    invalid: profileRefusal,
    answer: updatedShape,
    handle: (call, services) => updateProfile(services, call),
  }),
  route.put('/update/{id}', {
    who: 'self',
    summary: 'Change agency details by the separate form, with a proof for `personal`',
    body: standAloneBody,
    invalid: FORM_MESSAGES.fillInCorrectly,
    answer: updatedShape,
    handle: (call, services) => updateStandAlone(services, call),
  }),
  route.get('/travel-agency/confirm-email', {
    who: 'anyone',
    summary: 'Open the link sent to a new e-mail address; returns a page that opens the portal',
    query: z.object({ token: z.string().max(300).catch('') }),
    handle: (call, services) => openConfirmation(services, call),
  }),
  route.delete('/agent/email-change', {
    who: 'agent',
    summary: 'Keep your e-mail address: the link sent to a new one becomes invalid',
    message: 'Your email address stays as it is.',
    run: ({ caller, context }, services) => withdrawEmailChange(services, agentOf(caller).agentId, context),
  }),
  route.get('/TravelAgency/BankingDetails/{id}', {
    who: 'self',
    summary: 'Get your banking details',
    answer: storedBankDetailsAnswer,
    handle: async ({ params }, services) => {
      const [agent, banks, coolingHours] = await Promise.all([
        loadAgent(services, params.id),
        knownBanks(services),
        coolingHoursAt(services, services.now()),
      ]);
      return { body: { ...bankDetailsAnswerOf(agent, banks), coolingHours } };
    },
  }),
  route.put('/TravelAgency/banking-details/{id}', {
    who: 'self',
    summary: 'Change your banking details, with a proof for `banking`',
    body: bankBody,
    answer: messageAnswer,
    handle: async ({ body, caller, context }, services) => {
      const agent = agentOf(caller);
      const { details, bank: before } = await loadAgent(services, agent.agentId);
      const form = { ...body, branchName: body.branchName ?? before?.branchName ?? '' };
      const bank = bankOf(form, details.taxCountry, await knownBanks(services));
      const position = await changeOwnBankDetails(services, agent, bank, context);
      const message =
        body.branchName === undefined ? 'Banking details updated successfully!' : 'Bank details updated successfully';
      return { body: { message }, position };
    },
  }),
  route.get('/agent/goal', {
    who: 'agent',
    tag: 'Incentives',
    summary: 'Get your monthly goal and what you earned this month',
    reads: [incentives.name],
    answer: goalAnswer,
    handle: async ({ caller }, services) => ({ body: await goalProgress(services, agentOf(caller).agentId) }),
  }),
  route.put('/agent/goal', {
    who: 'agent',
    tag: 'Incentives',
    summary: 'Set your monthly goal; null removes it',
    body: z.object({
      goalCents: z.int('Enter an amount.').min(1_00, 'Enter at least R1.').max(MAX_CENTS).nullable(),
    }),
    message: 'Your goal was saved.',
    run: ({ body, caller, context }, services) =>
      setMonthlyGoal(services, agentOf(caller).agentId, body.goalCents, context),
  }),
]);
