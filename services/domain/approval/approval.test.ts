import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { APPROVAL_MESSAGES, type ApprovalCommand, approvalDecider } from './approval.ts';
import { type ApprovalEvent, approvalEvents } from './events.ts';

const at = '2026-05-04T08:00:00.000Z';
const request: Timed<ApprovalCommand> = {
  type: 'RequestApproval',
  at,
  by: 1,
  approvalId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11',
  kind: 'agent.bank-details',
  subject: 'travel-agents/7',
  permission: 'agents:change-bank-or-contact',
  summary: 'Change the bank details of agent 7',
  fields: ['bankAccountNumber'],
  payload: { agentId: 7 },
  personal: { bankAccountNumber: '1234567' },
};
const approve = (by: number, when = at, others = 0): Timed<ApprovalCommand> => ({
  type: 'Approve',
  at: when,
  by,
  reason: 'checked by phone',
  others,
});

function after(...commands: Timed<ApprovalCommand>[]): ApprovalEvent[] {
  const events: ApprovalEvent[] = [];
  for (const command of commands)
    events.push(...decideTimed(approvalDecider, command, fold(approvalDecider, approvalDecider.initial, events)));
  return events;
}
const statusAfter = (...commands: Timed<ApprovalCommand>[]) =>
  fold(approvalDecider, approvalDecider.initial, after(...commands)).status;

test('someone else approves, and the change is carried out once', () => {
  const done: Timed<ApprovalCommand> = { type: 'RecordExecuted', at };
  expect(statusAfter(request, approve(2), done)).toBe('executed');
  expect(after(request, approve(2), done, done)).toHaveLength(3);
  expect(() => after(request, approve(2), done, approve(3))).toThrow(APPROVAL_MESSAGES.over);
});

test('a requester cannot approve or reject their own request', () => {
  expect(() => after(request, approve(1))).toThrow(APPROVAL_MESSAGES.own);
  expect(() => after(request, { type: 'Reject', at, by: 1, reason: 'no' })).toThrow('withdraw');
  expect(statusAfter(request, { type: 'Withdraw', at, by: 1, reason: 'mistake' })).toBe('withdrawn');
  expect(() => after(request, { type: 'Withdraw', at, by: 2, reason: 'x' })).toThrow(APPROVAL_MESSAGES.notYours);
});

test('an approved request is approved again by others only, without an effect', () => {
  expect(after(request, approve(2), approve(3))).toHaveLength(2);
  expect(() => after(request, approve(2), approve(1))).toThrow(APPROVAL_MESSAGES.own);
});

test('break-glass needs a reason and 24 hours, and that no other person can approve', () => {
  const ask = (others: number): Timed<ApprovalCommand> => ({
    type: 'RequestBreakGlass',
    at,
    by: 1,
    reason: 'alone this week',
    others,
  });
  expect(() => after(request, ask(1))).toThrow(APPROVAL_MESSAGES.othersThere);
  expect(() => after(request, ask(0), approve(1, '2026-05-05T07:59:59.000Z'))).toThrow(APPROVAL_MESSAGES.tooSoon);
  expect(() => after(request, ask(0), approve(1, '2026-05-05T08:00:00.000Z', 1))).toThrow(
    APPROVAL_MESSAGES.othersThere,
  );
  const events = after(request, ask(0), approve(1, '2026-05-05T08:00:00.000Z'));
  expect(events.at(-1)).toMatchObject({ type: 'ApprovalGiven', data: { byBreakGlass: true } });
  const approval = approve(1, '2026-05-05T08:00:00.000Z');
  expect(after(request, ask(0), approval, approval)).toEqual(events);
});

test('every event of a request fits its schema', () => {
  const streams = [
    after(request, { type: 'RequestBreakGlass', at, by: 1, reason: 'r', others: 0 }, approve(2), {
      type: 'RecordFailed',
      at,
      code: 'c',
      message: 'm',
    }),
    after(request, { type: 'Reject', at, by: 2, reason: 'r' }),
    after(request, { type: 'Withdraw', at, by: 1, reason: 'r' }),
    after(request, approve(2), { type: 'RecordExecuted', at }),
  ];
  const events = streams.flat();
  for (const event of events) expect(approvalEvents[event.type].parse(event.data)).toEqual(event.data);
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(approvalEvents)));
});
