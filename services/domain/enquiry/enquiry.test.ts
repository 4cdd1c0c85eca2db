import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { ENQUIRY_MESSAGES, type Enquiry, type EnquiryCommand, enquiryDecider, referenceNumberOf } from './enquiry.ts';
import { aboutOf, type EnquiryEvent, type EnquiryStatus, enquiryEvents } from './events.ts';

const at = '2026-05-04T08:00:00.000Z';
const receive: Timed<EnquiryCommand> = {
  type: 'ReceiveEnquiry',
  at,
  enquiryId: 3,
  agentId: 7,
  email: 'thandi@agency.example',
  typeOfQuery: 'incentives',
  queryDetails: 'A rental is missing',
  referenceNumber: 'FR-K7MX-4QPD',
  reservationNo: 'R1',
  promoCode: null,
};
const to = (status: EnquiryStatus): Timed<EnquiryCommand> => ({ type: 'SetEnquiryStatus', at, status });
const answer: Timed<EnquiryCommand> = {
  type: 'AnswerEnquiry',
  at,
  answerId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11',
  text: 'Found it',
};
const reply: Timed<EnquiryCommand> = {
  type: 'ReplyToEnquiry',
  at,
  replyId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c12',
  text: 'Thank you',
};

const attach = (n: number): Timed<EnquiryCommand> => ({
  type: 'AttachFile',
  at,
  fileId: `3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c2${n}`,
  name: `slip ${n}.pdf`,
  fileType: 'application/pdf',
  bytes: 100,
  sha256: `${n}`,
});

function after(...commands: Timed<EnquiryCommand>[]): EnquiryEvent[] {
  const events: EnquiryEvent[] = [];
  for (const command of commands)
    events.push(...decideTimed(enquiryDecider, command, fold(enquiryDecider, enquiryDecider.initial, events)));
  return events;
}
const enquiryAfter = (events: readonly EnquiryEvent[]) =>
  fold(enquiryDecider, enquiryDecider.initial, events) as Enquiry;
const statusAfter = (...commands: Timed<EnquiryCommand>[]) => enquiryAfter(after(...commands)).status;

test('an enquiry begins pending and moves freely until it is resolved', () => {
  expect(statusAfter(receive)).toBe('pending');
  expect(statusAfter(receive, to('Activated'), to('Escalated'), to('Activated'), to('Resolved'))).toBe('Resolved');
});

test('its subject is encrypted with the text, read from older events, and erased with the sender', () => {
  const [received] = after({ ...receive, promoCode: 'SPRING' }) as [EnquiryEvent & { type: 'EnquiryReceived' }];
  expect({ ...received.data, personal: null }).not.toHaveProperty('reservationNo');
  expect(received.data.personal).toMatchObject({ reservationNo: 'R1', promoCode: 'SPRING' });
  const { personal, ...rest } = received.data;
  const words = { email: personal?.email ?? '', queryDetails: personal?.queryDetails ?? '' };
  const older = { ...rest, reservationNo: 'R1', promoCode: 'SPRING', personal: words };
  const forgotten: EnquiryEvent = { type: 'EnquirySenderForgotten', data: { forgottenAt: at } };
  for (const data of [received.data, older]) {
    expect(aboutOf(data)).toEqual({ reservationNo: 'R1', promoCode: 'SPRING' });
    expect(enquiryAfter([{ type: 'EnquiryReceived', data }]).reservationNo).toBe('R1');
    expect(enquiryAfter([{ type: 'EnquiryReceived', data }, forgotten]).reservationNo).toBe(null);
  }
});

test('the same status twice changes nothing', () => {
  for (const status of ['pending', 'Activated', 'Resolved'] as const) {
    expect(after(receive, to(status), to(status))).toHaveLength(after(receive, to(status)).length);
  }
});

test('an enquiry never goes back to pending, and Resolved is final', () => {
  expect(() => after(receive, to('Activated'), to('pending'))).toThrow(ENQUIRY_MESSAGES.notBackToPending);
  expect(() => after(receive, to('Resolved'), to('Activated'))).toThrow(ENQUIRY_MESSAGES.resolved);
  expect(() => after(receive, to('Resolved'), answer)).toThrow(ENQUIRY_MESSAGES.resolved);
});

test('the thread has the sender of each message', () => {
  const { thread } = enquiryAfter(after(receive, answer, reply));
  expect(thread.map(({ from, text }) => [from, text])).toEqual([
    ['sender', 'A rental is missing'],
    ['support', 'Found it'],
    ['sender', 'Thank you'],
  ]);
});

const note: Timed<EnquiryCommand> = {
  type: 'NoteEnquiry',
  at,
  noteId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c13',
  text: 'Called the branch',
};
test('an answer or note that is sent again is recorded once', () => {
  const again = { ...note, noteId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c14' };
  const events = after(receive, answer, note, answer, again, to('Resolved'), answer, note);
  expect(events.map(({ type }) => type)).toEqual([
    'EnquiryReceived',
    'EnquiryAnswered',
    'EnquiryNoted',
    'EnquiryNoted',
    'EnquiryStatusChanged',
  ]);
});

const assign = (adminId: number | null): Timed<EnquiryCommand> => ({ type: 'ChangeEnquiry', at, assignedTo: adminId });
const link = (reservationNo: string | null): Timed<EnquiryCommand> => ({ type: 'ChangeEnquiry', at, reservationNo });

test('a support note is kept, also for a resolved enquiry, and is not shown to the sender', () => {
  const later = { ...note, noteId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c15' };
  const events = after(receive, note, to('Resolved'), later);
  expect(events.filter(({ type }) => type === 'EnquiryNoted')).toHaveLength(2);
  const state = fold(enquiryDecider, enquiryDecider.initial, events);
  expect(JSON.stringify(state)).not.toContain('Called the branch');
});

test('an enquiry is assigned, reassigned and unassigned; a repetition changes nothing', () => {
  const assigned = (...commands: Timed<EnquiryCommand>[]) => enquiryAfter(after(...commands)).assignedTo;
  expect([assigned(receive), assigned(receive, assign(2)), assigned(receive, assign(2), assign(null))]).toEqual([
    null,
    2,
    null,
  ]);
  expect(after(receive, assign(2), assign(2))).toHaveLength(2);
  expect(() => after(receive, to('Resolved'), assign(2))).toThrow(ENQUIRY_MESSAGES.resolved);
});

test('changes of support in one call are applied together or not at all', () => {
  const all = { type: 'ChangeEnquiry', at, assignedTo: 2, reservationNo: 'R2' } as const;
  expect(after(receive, { ...all, status: 'Resolved' }).map(({ type }) => type)).toEqual([
    'EnquiryReceived',
    'EnquiryAssigned',
    'EnquiryLinked',
    'EnquiryStatusChanged',
  ]);
  expect(() => after(receive, to('Activated'), { ...all, status: 'pending' })).toThrow(
    ENQUIRY_MESSAGES.notBackToPending,
  );
});

test('the reservation that an enquiry is about can be named later', () => {
  const state = enquiryAfter(after(receive, link('R2')));
  expect(state.reservationNo).toBe('R2');
  expect(after(receive, link('R1'))).toHaveLength(1);
});

test('every event of an enquiry fits its schema', () => {
  const events = after(receive, to('Activated'), answer, note, assign(2), link(null), reply, attach(1), {
    type: 'EraseSender',
    at,
  });
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(enquiryEvents)));
  for (const event of events) expect(enquiryEvents[event.type].parse(event.data)).toEqual(event.data);
});

test('a reference number has no letter that could be read as another', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), (random) => {
      const reference = referenceNumberOf(random);
      return reference === null || /^FR-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/.test(reference);
    }),
  );
  expect(referenceNumberOf(new Uint8Array([255, 255, 255, 255, 255, 255, 255, 255, 1]))).toBeNull();
});

test('an enquiry has at most three files, each once, none after its end, and none after an erasure', () => {
  const files = (...commands: Timed<EnquiryCommand>[]) =>
    enquiryAfter(after(receive, ...commands)).files.map(({ name }) => name);
  expect(files(attach(1), attach(1), attach(2), attach(3))).toEqual(['slip 1.pdf', 'slip 2.pdf', 'slip 3.pdf']);
  expect(() => files(attach(1), attach(2), attach(3), attach(4))).toThrow(ENQUIRY_MESSAGES.tooManyFiles);
  expect(() => files(to('Resolved'), attach(1))).toThrow(ENQUIRY_MESSAGES.resolved);
  expect(files(attach(1), { type: 'EraseSender', at })).toEqual([]);
  expect(() => files({ type: 'EraseSender', at }, attach(1))).toThrow(ENQUIRY_MESSAGES.forgotten);
});
