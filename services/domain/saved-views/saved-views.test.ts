import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { MAX_VIEWS, type SavedViewCommand, type SavedViewEvent, savedViewsDecider } from './saved-views.ts';

const at = '2026-05-01T08:00:00.000Z';
const view = { list: 'audit-log', scope: 'me', name: 'Bank changes', search: '?types=BankDetailsChanged' } as const;
const save = (viewId: string, fields: object = {}, isNew = true): Timed<SavedViewCommand> => ({
  type: 'SaveView',
  at,
  viewId,
  isNew,
  ...view,
  ...fields,
});

function after(...commands: readonly Timed<SavedViewCommand>[]) {
  return commands.reduce(
    (state, command) =>
      fold(savedViewsDecider, state, decideTimed(savedViewsDecider, command, state) as SavedViewEvent[]),
    savedViewsDecider.initial,
  );
}

test('saves, renames, shares and removes a view', () => {
  expect(after(save('a')).views).toEqual([{ viewId: 'a', ...view }]);
  const renamed = after(save('a'), save('a', { name: 'Banks', scope: 'everyone' }, false));
  expect(renamed.views).toEqual([{ viewId: 'a', ...view, name: 'Banks', scope: 'everyone' }]);
  expect(decideTimed(savedViewsDecider, save('a', {}, false), after(save('a')))).toEqual([]);
  expect(after(save('a'), { type: 'RemoveView', at, viewId: 'a' }).views).toEqual([]);
});

test('rejects a second view of a list with the same name, an unknown view, and a view above the limit', () => {
  expect(() => after(save('a'), save('b', { name: 'BANK changes' }))).toThrow('already exists');
  expect(after(save('a'), save('b', { list: 'rewards' })).views).toHaveLength(2);
  expect(() => after(save('a', {}, false))).toThrow('View not found.');
  expect(() => after({ type: 'RemoveView', at, viewId: 'a' })).toThrow('View not found.');
  const many = Array.from({ length: MAX_VIEWS }, (_, n) => save(String(n), { name: `View ${n}` }));
  expect(() => after(...many, save('more', { name: 'More' }))).toThrow('100 saved views');
});

test('switches the alert of a view of the audit log on and off, and of no other list', () => {
  const on = { type: 'SwitchViewAlert', at, viewId: 'x', list: 'audit-log', isOn: true } as const;
  expect([...after(on).alerts]).toEqual([['x', at]]);
  expect(decideTimed(savedViewsDecider, on, after(on))).toEqual([]);
  expect([...after(on, { ...on, isOn: false }).alerts]).toEqual([]);
  expect(() => after({ ...on, list: 'rewards' })).toThrow('Only views of the audit log');
});

test('drops a view whose key was destroyed', () => {
  const data = { viewId: 'a', list: 'audit-log', scope: 'me', savedAt: at, personal: null } as const;
  expect(fold(savedViewsDecider, savedViewsDecider.initial, [{ type: 'ViewSaved', data }]).views).toEqual([]);
});
