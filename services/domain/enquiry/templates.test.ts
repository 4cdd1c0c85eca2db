import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import {
  type EnquiryTemplateCommand,
  type EnquiryTemplateEvent,
  enquiryTemplateEvents,
  enquiryTemplatesDecider,
  TEMPLATE_MESSAGES,
} from './templates.ts';

const at = '2026-05-04T08:00:00.000Z';
const save = (templateId: string, version: number | null, title = 'Late invoice'): Timed<EnquiryTemplateCommand> => ({
  type: 'SaveEnquiryTemplate',
  at,
  templateId,
  title,
  text: 'About {reference}:',
  version,
});
const remove = (templateId: string): Timed<EnquiryTemplateCommand> => ({
  type: 'RemoveEnquiryTemplate',
  at,
  templateId,
});

function after(...commands: Timed<EnquiryTemplateCommand>[]) {
  let state = enquiryTemplatesDecider.initial;
  const events: EnquiryTemplateEvent[] = [];
  for (const command of commands) {
    const decided = decideTimed(enquiryTemplatesDecider, command, state);
    events.push(...decided);
    state = fold(enquiryTemplatesDecider, state, decided);
  }
  return { state, events, titles: state.templates.map(({ title }) => title) };
}

test('support starts with templates, and can add, change and remove templates', () => {
  expect(after().titles).toHaveLength(3);
  expect(after(save('t1', null), remove('bank')).titles).toEqual([
    'Late invoice',
    'Locked password',
    'Reward of a rental',
  ]);
  expect(after(save('bank', 0, 'New account')).titles).toContain('New account');
});

test('changes a template only in the version that was read, and requires a unique title', () => {
  expect(() => after(save('t1', null), save('t1', null, 'Other'))).toThrow('Someone else has changed this record');
  expect(() => after(save('t1', null), save('t1', 0, 'Other'))).toThrow('Someone else has changed this record');
  expect(() => after(save('t1', null), save('t2', null, 'late INVOICE'))).toThrow(TEMPLATE_MESSAGES.titleTaken);
  expect(() => after(save('t9', 3))).toThrow(TEMPLATE_MESSAGES.unknown);
  expect(() => after(remove('t9'))).toThrow(TEMPLATE_MESSAGES.unknown);
});

test('every event of a template fits its schema, and an unchanged template leads to no event', () => {
  const { events } = after(save('t1', null), save('t1', 1), remove('t1'));
  expect(events).toHaveLength(2);
  for (const event of events) expect(enquiryTemplateEvents[event.type].parse(event.data)).toEqual(event.data);
});
