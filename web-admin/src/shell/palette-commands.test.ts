import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { expect, test } from 'vitest';
import { commandsFor, targetOf } from './palette-commands.ts';

const holding =
  (...held: Permission[]) =>
  (permission: Permission | undefined) =>
    permission === undefined || held.includes(permission);
const AUDITOR = holding('audit-log:see', 'agents:see', 'promotions:see');
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
  expect(commandsFor('bank changes', holding('agents:see'), '/home', '2026-11-24')).toEqual([]);
});

test('an action is offered only with its permission', () => {
  expect(targets('create')).toEqual(['/audit-log?search=create']);
  expect(commandsFor('create', holding('agents:change'), '/home', '2026-11-24')).toEqual([
    { text: 'Create a travel agent', to: '/travel-agents/create' },
  ]);
});

test('a word before or after the name of a record opens an action on it or a tab of it', () => {
  const admin = holding('agents:suspend', 'agents:change', 'holds:release', 'promotions:change');
  const cele = { group: 'Travel agents', text: 'Ms Zanele Cele', hint: '', to: '/travel-agents/7', status: 'active' };
  const offered = (typed: string, may = admin) => {
    const { name, offers } = targetOf(typed, may);
    return [name, offers(cele).to];
  };
  expect(offered('suspend cele')).toEqual(['cele', '/travel-agents/7?action=suspend']);
  expect(offered('Hold Cele')).toEqual(['Cele', '/holds?action=hold&about=7']);
  expect(offered('cele history')).toEqual(['cele', '/travel-agents/7?tab=history']);
  // An active agent cannot be reinstated, an agent is not a promotion, and an auditor suspends no agent.
  expect(offered('reinstate cele')).toEqual(['cele', '/travel-agents/7']);
  expect(offered('plan cele')).toEqual(['cele', '/travel-agents/7']);
  expect(offered('suspend cele', AUDITOR)).toEqual(['suspend cele', '/travel-agents/7']);
});
