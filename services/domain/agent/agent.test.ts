import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { agentDecider, isContactFrozen } from './agent.ts';
import type { AgentCommand, OtpProof } from './commands.ts';
import type { AgentDetails, BankAccount } from './details.ts';
import { type AgentEvent, agentEvents } from './events.ts';
import { AGENT_MESSAGES } from './messages.ts';
import type { NoticeGroups } from './notifications.ts';
import { pendingEmail } from './state.ts';
import { treatmentOn, treatmentUsedOn, withFieldsOfKind } from './tax-treatment.ts';

const at = '2026-05-04T08:00:00.000Z';
const later = '2026-05-05T08:00:00.000Z';

const details: AgentDetails = {
  idNumber: '8001015009087',
  idType: 'SMART',
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: 'thandi@agency.example',
  cellNumber: '+27821234567',
  countryDialCode: '27',
  taxCountry: 'RSA',
  taxNumber: '2251362634',
  countryOfIssue: 'RSA',
  rentalCo: '1',
  communicationMethod: 'C',
  telephoneNumber: '+27118518081',
  iataNumber: '77201010',
  agencyName: 'Karoo Travel',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: 'Central',
  physicalAddressLine3: 'Cape Town',
  postalCode: '8001',
};
const bank: BankAccount = {
  bankName: 'Absa',
  bankAccountHolderName: 'T Nkosi',
  bankAccountNumber: '4051234567',
  branchCode: '632005',
  branchName: 'Universal',
  bankCountry: 'RSA',
};
const register: Timed<AgentCommand> = {
  type: 'RegisterAgent',
  at,
  agentId: 7,
  source: 'self',
  details,
  bank,
  passwordHash: 'hash',
  termsAccepted: true,
  employerConsent: true,
};
const activate = { type: 'Activate', at, loyaltyTrackingNo: 'FT000000075', activeFrom: '2026-05-04' } as const;

const requestId = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11';
const codeId = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c21';
const link: Timed<AgentCommand> = { type: 'RequestPasswordLink', at, requestId, how: 'reset' };
const reset = (when: string): Timed<AgentCommand> => ({
  type: 'ResetPassword',
  at: when,
  requestId,
  passwordHash: 'reset',
});

/** The events of several commands, executed in order. */
function after(...commands: Timed<AgentCommand>[]): readonly AgentEvent[] {
  let [state, events] = [agentDecider.initial, [] as AgentEvent[]];
  for (const command of commands) {
    const made = decideTimed(agentDecider, command, state);
    state = fold(agentDecider, state, made);
    events = [...events, ...made];
  }
  return events;
}
const stateAfter = (...commands: Timed<AgentCommand>[]) => fold(agentDecider, agentDecider.initial, after(...commands));
const last = (...commands: Timed<AgentCommand>[]) =>
  decideTimed(agentDecider, commands.at(-1) as Timed<AgentCommand>, stateAfter(...commands.slice(0, -1)));
const types = (events: readonly AgentEvent[]) => events.map((event) => event.type);

test('a registration waits for the code, and the cooling period of the account starts then', () => {
  const state = stateAfter(register);
  expect(state).toMatchObject({
    status: 'registered',
    loyaltyTrackingNo: null,
    bankChangedAt: at,
    taxNumberValid: true,
  });
});

test('the same number is never registered twice', () => {
  expect(() => last(register, register)).toThrow(AGENT_MESSAGES.emailTaken);
});

test('activation gives a tracking number once', () => {
  expect(types(after(register, activate, activate))).toEqual(['AgentRegistered', 'AgentActivated']);
  expect(stateAfter(register, activate)).toMatchObject({ status: 'active', loyaltyTrackingNo: 'FT000000075' });
});

test('a migrated agent is active immediately, without a waiting period for the bank account', () => {
  const state = stateAfter({ ...register, source: 'import', passwordHash: null } as Timed<AgentCommand>, activate);
  expect(state).toMatchObject({ status: 'active', bankChangedAt: null, passwordHash: null });
});

test('a wrong tax number is noted and does not stop the registration', () => {
  expect(
    stateAfter({ ...register, details: { ...details, taxNumber: '123' } } as Timed<AgentCommand>).taxNumberValid,
  ).toBe(false);
});

test('an unknown agent refuses every command', () => {
  expect(() => last({ type: 'Unlock', at })).toThrow(AGENT_MESSAGES.notFound);
});

describe('a change of details', () => {
  test('has the changed values before and after, and nothing else', () => {
    const [event] = last(register, { type: 'ChangeDetails', at: later, details: { ...details, surname: 'Dlamini' } });
    expect(event?.data).toEqual({
      fields: ['surname'],
      taxNumberValid: true,
      contactChangedAt: null,
      personal: { changes: { surname: { from: 'Nkosi', to: 'Dlamini' } } },
    });
  });

  test('records nothing if it changes nothing', () => {
    expect(last(register, { type: 'ChangeDetails', at: later, details: { ...details } })).toEqual([]);
  });

  test('blocks bank changes for 72 hours if it changes the cell number', () => {
    const moved: Timed<AgentCommand> = { type: 'ChangeDetails', at, details: { cellNumber: '+27829999999' } };
    const newBank = (when: string): Timed<AgentCommand> => ({
      type: 'ChangeBankDetails',
      at: when,
      bank: { bankAccountNumber: '99999' },
    });
    expect(isContactFrozen(stateAfter(register, moved), '2026-05-07T07:59:59.999Z')).toBe(true);
    expect(() => last(register, moved, newBank('2026-05-07T07:59:59.999Z'))).toThrow(AGENT_MESSAGES.contactFrozen);
    expect(types(last(register, moved, newBank('2026-05-07T08:00:00.000Z')))).toEqual(['BankDetailsChanged']);
  });
});

describe('a change of e-mail address', () => {
  const ask: Timed<AgentCommand> = { type: 'RequestEmailChange', at, requestId, emailAddress: 'new@agency.example' };
  const laterId = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c12';
  const inTime = '2026-05-05T07:59:59.999Z';
  const confirm: Timed<AgentCommand> = { type: 'ConfirmEmailChange', at: inTime, requestId };

  test('counts only when the link sent to the new one was opened', () => {
    expect(stateAfter(register, ask).details?.emailAddress).toBe('thandi@agency.example');
    expect(stateAfter(register, ask, confirm).details?.emailAddress).toBe('new@agency.example');
    expect(isContactFrozen(stateAfter(register, ask, confirm), later)).toBe(true);
  });

  test('waits for a day, and not beyond a new password', () => {
    expect(pendingEmail(stateAfter(register, ask), inTime)).toBe('new@agency.example');
    expect(pendingEmail(stateAfter(register, ask), later)).toBeNull();
    expect(() => last(register, ask, { ...confirm, at: later } as Timed<AgentCommand>)).toThrow(
      AGENT_MESSAGES.linkInvalid,
    );
    const changed: Timed<AgentCommand> = { type: 'ChangePassword', at, passwordVersion: 0, passwordHash: 'new' };
    const link: Timed<AgentCommand> = { type: 'RequestPasswordLink', at, requestId: laterId, how: 'reset' };
    const resetBy: Timed<AgentCommand> = { type: 'ResetPassword', at, requestId: laterId, passwordHash: 'reset' };
    expect(() => last(register, ask, changed, confirm)).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(() => last(register, ask, link, resetBy, confirm)).toThrow(AGENT_MESSAGES.linkInvalid);
  });

  test('is confirmed once, by a link that can be opened again, and only the latest request', () => {
    const again: Timed<AgentCommand> = { ...ask, requestId: laterId } as Timed<AgentCommand>;
    expect(last(register, ask, confirm, confirm)).toEqual([]);
    const other: Timed<AgentCommand>[] = [
      { ...ask, requestId: laterId } as Timed<AgentCommand>,
      { ...confirm, requestId: laterId } as Timed<AgentCommand>,
    ];
    expect(() => last(register, ask, confirm, ...other, confirm)).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(() => last(register, ask, again, confirm)).toThrow(AGENT_MESSAGES.linkInvalid);
  });
});

test('a change of the bank account records both accounts and starts the cooling period', () => {
  const [event] = last(register, {
    type: 'ChangeBankDetails',
    at: later,
    bank: { ...bank, bankAccountNumber: '12345678' },
  });
  expect(event?.data).toMatchObject({ fields: ['bankAccountNumber'], changedAt: later });
  expect(stateAfter(register, { type: 'ChangeBankDetails', at: later, bank: { branchCode: '051001' } })).toMatchObject({
    bank: { branchCode: '051001', bankName: 'Absa' },
    bankChangedAt: later,
  });
});

test('the account type is unknown after a change of the number, and the BIC after a change of the bank', () => {
  const bankAfter = (changes: Partial<BankAccount>) =>
    stateAfter(
      register,
      { type: 'ChangeBankDetails', at: later, bank: { accountType: 'savings', bic: 'FIRNNANX' } },
      { type: 'ChangeBankDetails', at: later, bank: changes },
    ).bank;
  expect(bankAfter({ branchName: 'Main' })).toMatchObject({ accountType: 'savings', bic: 'FIRNNANX' });
  expect(bankAfter({ bankAccountNumber: '99999' })).toMatchObject({ accountType: '', bic: 'FIRNNANX' });
  expect(bankAfter({ bankName: 'Bank Windhoek' })).toMatchObject({ accountType: 'savings', bic: '' });
  expect(bankAfter({ bankAccountNumber: '99999', accountType: 'transmission' })?.accountType).toBe('transmission');
});

describe('an old password that is entered incorrectly', () => {
  const wrong: Timed<AgentCommand> = { type: 'RefuseOldPassword', at };
  const right: Timed<AgentCommand> = { type: 'ChangePassword', at, passwordVersion: 0, passwordHash: 'new' };

  test('leaves one attempt after the first time, and success starts over', () => {
    expect(stateAfter(register, wrong)).toMatchObject({ oldPasswordFailures: 1, passwordChangeLocked: false });
    expect(stateAfter(register, wrong, right)).toMatchObject({ oldPasswordFailures: 0, passwordHash: 'new' });
  });

  test('locks the change after the second time, even for the right one', () => {
    expect(types(last(register, wrong, wrong))).toEqual(['OldPasswordRefused', 'PasswordChangeLocked']);
    expect(() => last(register, wrong, wrong, right)).toThrow(AGENT_MESSAGES.enteredTwice);
  });

  test('is forgiven after the second time by an unlock and by a reset', () => {
    expect(types(last(register, wrong, wrong, { type: 'Unlock', at }, right))).toEqual(['PasswordChanged']);
    expect(
      types(last(register, wrong, wrong, link, reset(at), { ...right, passwordVersion: 1 } as Timed<AgentCommand>)),
    ).toEqual(['PasswordChanged']);
  });
});

describe('an old password', () => {
  const newPassword = (passwordVersion: number): Timed<AgentCommand> => ({
    type: 'ChangePassword',
    at,
    passwordVersion,
    passwordHash: 'new',
  });
  const signIn = (passwordVersion: number): Timed<AgentCommand> => ({
    type: 'VerifyOtp',
    at,
    codeId,
    proof: { purpose: 'sign-in', sessionId: requestId, passwordVersion },
  });

  test('is refused, whether it was changed or reset', () => {
    expect(types(last(register, signIn(0)))).toEqual(['OtpVerified', 'SignedIn']);
    expect(() => last(register, newPassword(0), signIn(0))).toThrow(AGENT_MESSAGES.passwordChanged);
    expect(() => last(register, link, reset(at), signIn(0))).toThrow(AGENT_MESSAGES.passwordChanged);
    expect(types(last(register, newPassword(0), link, reset(at), signIn(2)))).toEqual(['OtpVerified', 'SignedIn']);
  });

  test('can no longer be used for a change', () => {
    expect(() => last(register, link, reset(at), newPassword(0))).toThrow(AGENT_MESSAGES.passwordChanged);
  });
});

describe('a one-time code', () => {
  const verify = (proof: OtpProof): Timed<AgentCommand> => ({ type: 'VerifyOtp', at, codeId, proof });
  const { loyaltyTrackingNo, activeFrom } = activate;
  const registration = verify({ purpose: 'registration', loyaltyTrackingNo, activeFrom });

  test('activates the agent of a registration in the same append, once', () => {
    expect(types(last(register, registration))).toEqual(['OtpVerified', 'AgentActivated']);
    expect(types(last(register, activate, registration))).toEqual(['OtpVerified']);
    expect(stateAfter(register, registration)).toMatchObject({ status: 'active', loyaltyTrackingNo });
  });

  test('is recorded for a change with its purpose and session, and changes nothing of the record', () => {
    const command = verify({ purpose: 'banking', sessionId: requestId });
    expect(last(register, activate, command)).toEqual([
      { type: 'OtpVerified', data: { codeId, purpose: 'banking', sessionId: requestId, verifiedAt: at } },
    ]);
    expect(stateAfter(register, activate, command)).toEqual(stateAfter(register, activate));
  });

  test('is refused for the sign-in and the registration of a suspended agent', () => {
    const suspend: Timed<AgentCommand> = { type: 'Suspend', at, reason: 'r' };
    const signIn = verify({ purpose: 'sign-in', sessionId: requestId, passwordVersion: 0 });
    expect(() => last(register, suspend, signIn)).toThrow(AGENT_MESSAGES.suspended);
    expect(() => last(register, suspend, registration)).toThrow(AGENT_MESSAGES.suspended);
  });

  test('does not change the record when no attempts are left', () => {
    const refused: Timed<AgentCommand> = { type: 'RecordRefusedOtp', at, codeId, purpose: 'sign-in', tries: 5 };
    expect(stateAfter(register, refused)).toEqual(stateAfter(register));
  });
});

describe('a link that sets a password', () => {
  test('counts once, and ends every other link', () => {
    const other: Timed<AgentCommand> = {
      ...link,
      requestId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c13',
      how: 'set',
    } as Timed<AgentCommand>;
    expect(stateAfter(register, link, reset(at)).passwordHash).toBe('reset');
    expect(() => last(register, link, reset(at), reset(at))).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(() =>
      last(register, link, other, reset(at), {
        ...reset(at),
        requestId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c13',
      } as Timed<AgentCommand>),
    ).toThrow(AGENT_MESSAGES.linkInvalid);
  });

  test('expires with a change of password or of e-mail address', () => {
    const change: Timed<AgentCommand> = { type: 'ChangePassword', at, passwordVersion: 0, passwordHash: 'new' };
    const ask: Timed<AgentCommand> = { type: 'RequestEmailChange', at, requestId, emailAddress: 'new@agency.example' };
    const confirm: Timed<AgentCommand> = { type: 'ConfirmEmailChange', at, requestId };
    expect(() => last(register, link, change, reset(at))).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(() => last(register, link, ask, confirm, reset(at))).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(types(last(register, ask, confirm, link, reset(at)))).toEqual(['PasswordReset']);
  });

  test('expires after an hour for a forgotten password, after seven days for the first one', () => {
    const first: Timed<AgentCommand> = { ...link, how: 'set' } as Timed<AgentCommand>;
    expect(types(last(register, link, reset('2026-05-04T08:59:59.999Z')))).toEqual(['PasswordReset']);
    expect(() => last(register, link, reset('2026-05-04T09:00:00.000Z'))).toThrow(AGENT_MESSAGES.linkInvalid);
    expect(types(last(register, first, reset('2026-05-11T07:59:59.999Z')))).toEqual(['PasswordReset']);
    expect(() => last(register, first, reset('2026-05-11T08:00:00.000Z'))).toThrow(AGENT_MESSAGES.linkInvalid);
  });
});

test('consent can be withdrawn and given again, each time once', () => {
  const off: Timed<AgentCommand> = { type: 'WithdrawConsent', at, consent: 'employer' };
  const on: Timed<AgentCommand> = { type: 'GiveConsent', at, consent: 'employer' };
  expect(types(after(register, off, off, on, on))).toEqual(['AgentRegistered', 'ConsentWithdrawn', 'ConsentGiven']);
});

test('a suspended agent returns to the previous status, and cannot be activated before', () => {
  const suspend: Timed<AgentCommand> = { type: 'Suspend', at, reason: 'fraud' };
  const reinstate: Timed<AgentCommand> = { type: 'Reinstate', at, reason: 'cleared' };
  expect(stateAfter(register, suspend, reinstate).status).toBe('registered');
  expect(stateAfter(register, activate, suspend, reinstate).status).toBe('active');
  expect(() => last(register, suspend, activate)).toThrow(AGENT_MESSAGES.suspended);
});

test('an erased agent has no details and accepts no command', () => {
  const forgotten = after(register, activate).map((event) =>
    'personal' in event.data ? { ...event, data: { ...event.data, personal: null } } : event,
  ) as AgentEvent[];
  const state = fold(agentDecider, agentDecider.initial, forgotten);
  expect(state).toMatchObject({ details: null, bank: null, passwordHash: null, loyaltyTrackingNo: 'FT000000075' });
  expect(() => decideTimed(agentDecider, { type: 'Unlock', at }, state)).toThrow(AGENT_MESSAGES.notFound);
});

test('an agent is erased only on their own request, once, and accepts no command afterwards', () => {
  const ask: Timed<AgentCommand> = { type: 'RequestDeletion', at, requestId, request: 'Forget me' };
  const forget: Timed<AgentCommand> = { type: 'Erase', at: later, kept: ['rewards', 'tax'], keptUntil: '2034-02-28' };
  expect(() => last(register, forget)).toThrow(AGENT_MESSAGES.deletionNotAskedFor);
  expect(last(register, activate, ask, forget)[0]?.data).toEqual({
    requestId,
    kept: ['rewards', 'tax'],
    keptUntil: '2034-02-28',
    forgottenAt: later,
  });
  expect(last(register, ask, forget, forget)).toEqual([]);
  // The state is also erased before the key is destroyed, while the events can still be decrypted.
  expect(stateAfter(register, ask, forget)).toMatchObject({ status: 'forgotten', details: null, passwordHash: null });
  expect(() => last(register, ask, forget, { type: 'Unlock', at })).toThrow(AGENT_MESSAGES.notFound);
  // Repeats the command where a restored log knows neither the request nor the key.
  const listed: Timed<AgentCommand> = { ...forget, at, listed: { requestId, forgottenAt: later } };
  expect(last(register, listed)[0]).toMatchObject({ type: 'AgentForgotten', data: { requestId, forgottenAt: later } });
  expect(() => last(listed)).toThrow(AGENT_MESSAGES.notFound);
});

test('a monthly goal is set, replaced and removed, and is not a change of the record', () => {
  const goal = (nettCents: number | null): Timed<AgentCommand> => ({ type: 'SetMonthlyGoal', at, nettCents });
  const set = stateAfter(register, goal(500_000));
  expect(set).toMatchObject({ monthlyGoalCents: 500_000, version: stateAfter(register).version });
  expect(last(register, goal(500_000), goal(500_000))).toEqual([]);
  expect(last(register, goal(null))).toEqual([]);
  expect(stateAfter(register, goal(500_000), goal(null)).monthlyGoalCents).toBeNull();
});

test('a personal link is replaced by the next version, and the registration keeps the inviter', () => {
  const replace: Timed<AgentCommand> = { type: 'ReplaceReferralLink', at };
  expect(stateAfter(register)).toMatchObject({ referralLinkVersion: 0, referredByAgentId: null });
  expect(stateAfter(register, replace, replace).referralLinkVersion).toBe(2);
  expect(stateAfter(register, replace).version).toBe(stateAfter(register).version);
  expect(stateAfter({ ...register, referredByAgentId: 5 } as Timed<AgentCommand>).referredByAgentId).toBe(5);
});

test('a new e-mail address can be withdrawn until its link is opened', () => {
  const ask: Timed<AgentCommand> = { type: 'RequestEmailChange', at, requestId, emailAddress: 'new@agency.example' };
  const withdraw: Timed<AgentCommand> = { type: 'WithdrawEmailChange', at: later };
  const open: Timed<AgentCommand> = { type: 'ConfirmEmailChange', at, requestId };
  expect(last(register, withdraw)).toEqual([]);
  expect(last(register, ask, withdraw)).toEqual([
    { type: 'EmailChangeWithdrawn', data: { requestId, withdrawnAt: later } },
  ]);
  expect(() => last(register, ask, withdraw, open)).toThrow(AGENT_MESSAGES.linkInvalid);
  expect(last(register, ask, open, withdraw)).toEqual([]);
});

test('a request for deletion is pending once, and can be withdrawn until it is executed', () => {
  const ask: Timed<AgentCommand> = { type: 'RequestDeletion', at, requestId, request: 'Please' };
  const withdraw: Timed<AgentCommand> = { type: 'WithdrawDeletion', at: later };
  const forget: Timed<AgentCommand> = { type: 'Erase', at: later, kept: [], keptUntil: null };
  expect(last(register, withdraw)).toEqual([]);
  expect(last(register, ask, { ...ask, requestId: codeId })).toEqual([]);
  expect(last(register, ask, withdraw)).toEqual([
    { type: 'DeletionWithdrawn', data: { requestId, withdrawnAt: later } },
  ]);
  expect(() => last(register, ask, withdraw, forget)).toThrow(AGENT_MESSAGES.deletionNotAskedFor);
  expect(() => last(register, ask, forget, withdraw)).toThrow(AGENT_MESSAGES.notFound);
  expect(stateAfter(register, ask, withdraw, { ...ask, requestId: codeId }).deletionRequest?.requestId).toBe(codeId);
});

test('a choice of notices changes only the groups that it names', () => {
  const choose = (groups?: Partial<NoticeGroups>): Timed<AgentCommand> => ({
    type: 'ChooseNotifications',
    at,
    byEmail: true,
    bySms: false,
    ...(groups ? { groups } : {}),
  });
  const off = choose({ rewards: false });
  expect(stateAfter(register, off, choose({ digest: false })).notifications).toEqual({
    byEmail: true,
    bySms: false,
    groups: { rewards: false, payouts: true, digest: false },
  });
  expect(last(register, off, choose())).toEqual([]);
  expect(last(register, off, off)).toEqual([]);
});

test('the tax treatment of a day is the last one set for it', () => {
  const set = (effectiveFrom: string, rate: number): Timed<AgentCommand> => ({
    type: 'SetTaxTreatment',
    at,
    effectiveFrom,
    treatment: { kind: 'directive', rate, directiveNumber: 'D1' },
  });
  const { treatments } = stateAfter(register, set('2026-03-01', 0.1), set('2026-06-01', 0.2), set('2026-03-01', 0.15));
  expect(treatmentOn(treatments, '2026-02-28')).toEqual({ kind: 'paye' });
  expect(treatmentOn(treatments, '2026-05-31')).toMatchObject({ rate: 0.15 });
  expect(treatmentOn(treatments, '2026-06-01')).toMatchObject({ rate: 0.2 });
  const ending = {
    effectiveFrom: '2026-07-01',
    treatment: { kind: 'directive', rate: 0.05, directiveNumber: 'D2', until: '2027-02-28' },
  } as const;
  const rateOn = (day: string) => treatmentUsedOn([...treatments, ending], day, 0.25).rate;
  expect(rateOn('2027-02-28'), 'the last day of the directive').toBe(0.05);
  expect(rateOn('2027-03-01'), 'the treatment before it').toBe(0.2);
});

test.each([
  [{ kind: 'company-payee', rate: 0, directiveNumber: '' }, { kind: 'company-payee' }],
  [
    { kind: 'non-resident', rate: 0.1 },
    { kind: 'non-resident', rate: 0.1 },
  ],
  [
    { kind: 'directive', rate: 0.1, directiveNumber: 'D1' },
    { kind: 'directive', rate: 0.1, directiveNumber: 'D1' },
  ],
])('reads the treatment %j of an earlier release', (treatment, expected) => {
  expect(withFieldsOfKind({ effectiveFrom: '2026-03-01', treatment })).toEqual({
    effectiveFrom: '2026-03-01',
    treatment: expected,
  });
});

const passkeyId = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c31';
const sessionId = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c41';
const addPasskey: Timed<AgentCommand> = {
  type: 'AddPasskey',
  at,
  passkeyId,
  name: 'Phone',
  credentialId: 'credential',
  publicKey: 'key',
  transports: [],
  signCount: 0,
};
const subscribePush: Timed<AgentCommand> = {
  type: 'SubscribePush',
  at,
  pushId: passkeyId,
  device: 'Chrome on Android',
  endpoint: 'https://push.example/1',
  p256dh: 'key',
  auth: 'auth',
};
const usePasskey = (signCount: number): Timed<AgentCommand> => ({
  type: 'SignInWithPasskey',
  at: later,
  sessionId,
  passkey: { passkeyId, signCount },
});

test('every event that a command makes fits its schema', () => {
  const events = after(
    register,
    activate,
    { type: 'ChangeDetails', at, details: { agencyName: 'Other', cellNumber: '+27829999999' } },
    { type: 'RequestEmailChange', at, requestId, emailAddress: 'new@agency.example' },
    { type: 'ConfirmEmailChange', at, requestId },
    { type: 'ChangeBankDetails', at: '2026-06-01T08:00:00.000Z', bank: { bankName: 'FNB', branchCode: '250655' } },
    { type: 'ChangePassword', at, passwordVersion: 0, passwordHash: 'x' },
    { type: 'RefuseOldPassword', at },
    { type: 'RefuseOldPassword', at },
    { type: 'Unlock', at },
    link,
    reset(at),
    { type: 'WithdrawConsent', at, consent: 'employer' },
    { type: 'GiveConsent', at, consent: 'marketing' },
    { type: 'Suspend', at, reason: 'r' },
    { type: 'Reinstate', at, reason: 'r' },
    { type: 'VerifyOtp', at, codeId, proof: { purpose: 'sign-in', sessionId: requestId, passwordVersion: 2 } },
    addPasskey,
    usePasskey(1),
    { type: 'RenamePasskey', at, passkeyId, name: 'Tablet' },
    { type: 'RemovePasskey', at, passkeyId },
    subscribePush,
    { type: 'UnsubscribePush', at, pushId: passkeyId, why: 'agent' },
    { type: 'RecordRefusedOtp', at, codeId, purpose: 'personal', tries: 5 },
    { type: 'RecordRefusedSignIn', at, why: 'wrong-password' },
    { type: 'ChooseNotifications', at, byEmail: false, bySms: true },
    { type: 'RequestEmailChange', at, requestId, emailAddress: 'third@agency.example' },
    { type: 'WithdrawEmailChange', at },
    { type: 'RequestCorrection', at, requestId, request: 'My name is spelled wrong' },
    { type: 'RequestDeletion', at, requestId, request: 'Forget me' },
    { type: 'WithdrawDeletion', at },
    { type: 'SetMonthlyGoal', at, nettCents: 500_000 },
    { type: 'ReplaceReferralLink', at },
    { type: 'RequestDeletion', at, requestId, request: 'Forget me after all' },
    { type: 'SetTaxTreatment', at, effectiveFrom: '2026-03-01', treatment: { kind: 'non-resident', rate: 0 } },
    { type: 'RecordNumbersViewed', at, fields: ['idNumber'], how: 'viewed' },
    { type: 'Erase', at, kept: ['rewards'], keptUntil: null },
  );
  expect(new Set(types(events))).toEqual(new Set(Object.keys(agentEvents)));
  for (const event of events) expect(agentEvents[event.type].parse(event.data), event.type).toEqual(event.data);
});

test('a remembered device signs in with the newest password only, and not a suspended agent', () => {
  const from = (passwordVersion: number): Timed<AgentCommand> => ({
    type: 'SignInFromDevice',
    at: later,
    sessionId,
    passwordVersion,
    deviceId: passkeyId,
  });
  expect(last(register, activate, from(0))).toEqual([
    { type: 'SignedIn', data: { sessionId, signedInAt: later, deviceId: passkeyId } },
  ]);
  expect(() => last(register, activate, link, reset(at), from(0))).toThrow('changed in the meantime');
  expect(() => last(register, activate, { type: 'Suspend', at, reason: 'x' }, from(0))).toThrow('suspended');
});

describe('passkeys of an agent', () => {
  test('sign the agent in, with one event that has the counter', () => {
    expect(last(register, activate, addPasskey, usePasskey(1))).toEqual([
      { type: 'SignedIn', data: { sessionId, signedInAt: later, passkey: { passkeyId, signCount: 1 } } },
    ]);
    expect(() => last(register, activate, addPasskey, usePasskey(1), usePasskey(1))).toThrow('not accepted');
  });

  test('do not sign in a suspended agent', () => {
    expect(() => last(register, activate, addPasskey, { type: 'Suspend', at, reason: 'x' }, usePasskey(1))).toThrow(
      'suspended',
    );
  });

  test('end when a link sets a password, like devices with notifications, and stay when it is changed', () => {
    const change: Timed<AgentCommand> = { type: 'ChangePassword', at, passwordVersion: 0, passwordHash: 'new' };
    expect(stateAfter(register, activate, addPasskey, change).passkeys).toHaveLength(1);
    expect(stateAfter(register, activate, addPasskey, link, reset(at)).passkeys).toEqual([]);
    expect(stateAfter(register, activate, subscribePush, change).pushDevices).toHaveLength(1);
    expect(stateAfter(register, activate, subscribePush, link, reset(at)).pushDevices).toEqual([]);
  });

  test('do not change the version of the record', () => {
    expect(stateAfter(register, activate, addPasskey, usePasskey(1)).version).toBe(
      stateAfter(register, activate).version,
    );
  });
});
