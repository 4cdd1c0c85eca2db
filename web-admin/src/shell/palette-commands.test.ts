import { expect, test } from 'vitest';
import { commandsFor } from './palette-commands.ts';

const AUDITOR = { 'audit-log:see': 'yes', 'agents:see': 'yes', 'promotions:see': 'yes' };
const targets = (typed: string, pathname = '/home') =>
  commandsFor(typed, AUDITOR, pathname, '2026-11-24').map(({ to }) => to);

test('a day shows the open page at its end, or the home page where the open one has no past', () => {
  expect(targets('1 May', '/promotions/7')[0]).toBe('/promotions/7?asOf=2026-05-01T21:59:59.999Z');
  expect(targets('1 May', '/operations')[0]).toBe('/home?asOf=2026-05-01T21:59:59.999Z');
});

test('two days compare the programme', () => {
  expect(targets('1 May to 7 May')[0]).toBe('/audit-log/compare?from=2026-05-01&to=2026-05-07');
});

test('other words search the audit log, for those who may see it', () => {
  expect(targets('bank changes of Cele in May')).toEqual(['/audit-log?search=bank%20changes%20of%20Cele%20in%20May']);
  expect(commandsFor('bank changes', { 'agents:see': 'yes' }, '/home', '2026-11-24')).toEqual([]);
});

test('an action is offered only with its permission', () => {
  expect(targets('create')).toEqual(['/audit-log?search=create']);
  expect(commandsFor('create', { 'agents:change': 'yes' }, '/home', '2026-11-24')).toEqual([
    { text: 'Create a travel agent', to: '/travel-agents/create' },
  ]);
});
