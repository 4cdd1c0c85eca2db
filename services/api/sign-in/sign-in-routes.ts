import { INVALID_OTP, OTP_CONTACT_MISSING, OTP_SENT } from '@fynbos/application/auth/codes.ts';
import { verifySignIn } from '@fynbos/application/sign-in/send-code.ts';
import { type SignInSource, signIn } from '@fynbos/application/sign-in/sign-in.ts';
import type { Administrator } from '@fynbos/domain/admin/admin.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { isEmail } from '@fynbos/domain/identity/email.ts';
import { dialledDigits } from '@fynbos/domain/identity/phone.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';
import { agentAnswerOf } from '../agents/agent-answer.ts';
import { caseInsensitive, fieldRule, optionalText, type SentText, secret, yesNo } from '../http/fields.ts';
import { originOf } from '../http/origin.ts';
import { type Call, route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { signInAnswer, verifiedAnswer } from './answers.ts';
import { deviceCookie, deviceTokenOf } from './device-cookie.ts';

const method = z.preprocess(
  (value: 'E' | 'C' | '' | null | undefined) => value ?? '',
  z.enum(['E', 'C', ''], 'Must be E or C.'),
);

const signInBody = caseInsensitive(
  {
    idNumber: optionalText(),
    emailAddress: optionalText(),
    password: secret('Password is required!'),
    communicationMethod: method,
  },
  [
    fieldRule('idNumber', ({ idNumber, emailAddress }) =>
      idNumber || emailAddress ? null : 'ID Number or Email Address is required!',
    ),
  ],
);

/** Six digits. Spaces and hyphens from pasted text are removed. */
export const otp = z.preprocess(
  (value: SentText) => (typeof value === 'number' ? String(value).padStart(6, '0') : value),
  z
    .string(INVALID_OTP)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine((text) => /^\d{6}$/.test(text), INVALID_OTP),
);

/** The fields sent with a code. The sent channel is not trusted. */
const codeFields = { email: optionalText(), phoneNumber: optionalText(), communicationMethod: optionalText(), otp };
/** The rules of an address and of a number with this name: each names its own field. */
export const contactRules = (number: string) => [
  fieldRule('email', ({ email }) => (email && isEmail(email) ? null : OTP_CONTACT_MISSING)),
  fieldRule(number, ({ [number]: digits }) => (digits ? null : OTP_CONTACT_MISSING)),
];
const codeRules = contactRules('phoneNumber');
export const enteredCode = caseInsensitive(codeFields, codeRules);
/** `rememberDevice`: with Y the next sign-in on this device needs no code (C11). */
const signInCode = caseInsensitive({ ...codeFields, rememberDevice: yesNo(false) }, codeRules);

export const sourceOf = ({ address, context, request }: Call): SignInSource => ({
  network: address,
  origin: originOf(request),
  context,
  deviceToken: deviceTokenOf(request),
});

interface SignedIn<State> {
  readonly state: State;
  readonly token: string;
  readonly position: Position | undefined;
}

export const answerAdmin = ({
  state: { adminId, email, name, roles },
  token,
  position,
}: SignedIn<Pick<Administrator, 'adminId' | 'email' | 'name' | 'roles'>>) => ({
  body: { adminId, email: email ?? '', token, name: name ?? '', roles },
  position,
});

export const answerAgent = ({ now }: Pick<Services, 'now'>, { state, token, position }: SignedIn<AgentState>) => ({
  body: { token, travelAgent: agentAnswerOf(state, now()) },
  position,
});

async function answerSignIn(services: Services, call: Call<z.output<typeof signInBody>>) {
  const signedIn = await signIn(services, call.body, sourceOf(call));
  if (signedIn.kind === 'admin') return answerAdmin(signedIn);
  if (signedIn.kind === 'remembered') return answerAgent(services, signedIn);
  const { emailAddress = '', cellNumber = '' } = signedIn.state.details ?? {};
  const { communicationMethod } = signedIn;
  return { body: { emailAddress, communicationMethod, cellNumber: dialledDigits(cellNumber), message: OTP_SENT } };
}

async function answerCode(services: Services, call: Call<z.output<typeof signInCode>>) {
  const verified = await verifySignIn(services, call.body, sourceOf(call));
  const { deviceToken } = verified;
  const headers = deviceToken === null ? {} : deviceCookie(services.config, deviceToken);
  return { ...answerAgent(services, verified), headers };
}

export const signInRoutes = tagged('Signing in', [
  route.post('/auth/login', {
    who: 'anyone',
    summary:
      'Sign in with an ID number or e-mail address. An agent then gets a code; an administrator, and an agent on a remembered device, gets a token',
    body: signInBody,
    answer: signInAnswer,
    handle: (call, services) => services.auth.constantTime(() => answerSignIn(services, call)),
  }),
  route.post('/auth/verify-otp', {
    who: 'anyone',
    summary: 'Enter the code of a sign-in; answers with the token and the agent',
    body: signInCode,
    answer: verifiedAnswer,
    handle: (call, services) => services.auth.constantTime(() => answerCode(services, call)),
  }),
]);
