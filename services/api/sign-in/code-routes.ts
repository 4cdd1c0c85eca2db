import { OTP_SENT, STEP_UPS, type StepUp } from '@fynbos/application/auth/codes.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { resendCode, sendStepUpCode, verifyRegistration, verifyStepUp } from '@fynbos/application/sign-in/send-code.ts';
import { z } from 'zod';
import { caseInsensitive, optionalText } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { contactRules, enteredCode } from './sign-in-routes.ts';

const contact = caseInsensitive(
  { email: optionalText(), cellNumber: optionalText(64), communicationMethod: optionalText(8) },
  contactRules('cellNumber'),
);

/** With a bearer token this is a step-up for the code's purpose. Without one it completes a registration. */
async function verify(services: Services, call: Call<z.output<typeof enteredCode>>) {
  const { body, caller, context } = call;
  const source = { network: call.address, context };
  if (caller.kind === 'agent') {
    const { purpose, position } = await verifyStepUp(services, caller, body.otp, source);
    return { body: { purpose }, position };
  }
  return services.auth.constantTime(async () => {
    const position = await verifyRegistration(services, body, source);
    return { body: { purpose: 'registration' }, position };
  });
}

async function sendStepUp(services: Services, { caller, context }: Call, purpose: StepUp): Promise<undefined> {
  await sendStepUpCode(services, agentOf(caller), purpose, context.correlationId);
}

/** One-time codes of registration, sign-in and step-up. */
export const codeRoutes = tagged('Codes', [
  route.post('/travel-agency/verify-otp', {
    who: 'anyone',
    rejectsInvalidToken: true,
    summary: 'Enter the code of a registration or, with a bearer token, of a change',
    body: enteredCode,
    answer: z.object({ purpose: z.string() }),
    handle: (call, services) => verify(services, call),
  }),
  route.post('/travel-agency/resend-otp', {
    who: 'anyone',
    summary: 'Send the code of a registration or sign-in again. The answer does not reveal whether a code was sent',
    body: contact,
    message: OTP_SENT,
    run: ({ body, context, address }, services) =>
      services.auth.constantTime(async (): Promise<undefined> => {
        await resendCode(services, body.email, address, context.correlationId);
      }),
  }),
  route.post('/travel-agency/step-up', {
    who: 'agent',
    summary:
      'Send a code that allows a change of personal, banking or password details or passkeys, or a request for deletion',
    body: z.object({ purpose: z.enum(STEP_UPS, 'personal, password, banking, deletion or passkeys.') }),
    message: OTP_SENT,
    run: (call, services) => sendStepUp(services, call, call.body.purpose),
  }),
  route.post('/travel-agency/banking-details-sendOtp/{id}', {
    who: 'self',
    summary: 'Send the code that allows a change of banking details',
    // Section 7 has a body; the code goes to the address or number in the agent's details.
    body: z.record(z.string(), z.unknown()).catch({}),
    message: OTP_SENT,
    run: (call, services) => sendStepUp(services, call, 'banking'),
  }),
]);
