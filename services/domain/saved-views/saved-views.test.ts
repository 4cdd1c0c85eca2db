import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { MAX_VIEWS, type SavedViewCommand, type SavedViewEvent, savedViewsDecider } from './saved-views.ts';

const at = '2026-05-01T08:00:00.000Z';
const view = { list: 'audit-log', scope: 'me', name: 'Bank changes', search: '?types=BankDetailsChanged' } as const;
const save = (viewId: string, fields: object = {}, version: number | null = null): Timed<SavedViewCommand> => ({
  type: 'SaveView',
  at,
  viewId,
  version,
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
  expect(after(save('a')).views).toEqual([{ viewId: 'a', ...view, version: 1 }]);
  const renamed = after(save('a'), save('a', { name: 'Banks', scope: 'everyone' }, 1));
  expect(renamed.views).toEqual([{ viewId: 'a', ...view, name: 'Banks', scope: 'everyone', version: 2 }]);
  expect(decideTimed(savedViewsDecider, save('a', {}, 1), after(save('a')))).toEqual([]);
  expect(after(save('a'), { type: 'RemoveView', at, viewId: 'a' }).views).toEqual([]);
});

test('rejects a second view of a list with the same name, an unknown view, and a view above the limit', () => {
  expect(() => after(save('a'), save('b', { name: 'BANK changes' }))).toThrow('already exists');
  expect(after(save('a'), save('b', { list: 'rewards' })).views).toHaveLength(2);
  expect(() => after(save('a', {}, 1))).toThrow('View not found.');
  expect(() => after({ type: 'RemoveView', at, viewId: 'a' })).toThrow('View not found.');
  const many = Array.from({ length: MAX_VIEWS }, (_, n) => save(String(n), { name: `View ${n}` }));
  expect(() => after(...many, save('more', { name: 'More' }))).toThrow('100 saved views');
});

test('refuses a change of a view that was saved since it was seen', () => {
  const renamed = [save('a'), save('a', { name: 'Banks' }, 1)];
  expect(() => after(...renamed, save('a', { name: 'Others' }, 1))).toThrow();
  expect(after(...renamed, save('a', { name: 'Others' }, 2)).views).toMatchObject([{ name: 'Others', version: 3 }]);
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
