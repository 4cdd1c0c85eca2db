import { expect, test } from 'vitest';
import { cursorOf, eventsQuery, type ListedEvent, NEWEST, OLDEST, viewOf } from './events.ts';

const event = (n: number) => ({ id: `e${n}`, position: `p${n}` }) as ListedEvent;
const page = (numbers: readonly number[], atEnd: boolean) => ({ events: numbers.map(event), next: null, atEnd });
const ids = (rows: readonly ListedEvent[]) => rows.map(({ id }) => id);

test('the newest event is first, in both reading directions', () => {
  expect(ids(viewOf(NEWEST, page([9, 8, 7], false)).rows)).toEqual(['e9', 'e8', 'e7']);
  expect(ids(viewOf(OLDEST, page([1, 2, 3], false)).rows)).toEqual(['e3', 'e2', 'e1']);
});

test('offers older events on the newest page, newer ones on the oldest, and both in between', () => {
  expect(viewOf(NEWEST, page([9, 8, 7], false))).toMatchObject({
    newer: null,
    older: { direction: 'backwards', from: 'p7' },
  });
  expect(viewOf(OLDEST, page([1, 2, 3], false))).toMatchObject({
    newer: { direction: 'forwards', from: 'p3' },
    older: null,
  });
  const between = { direction: 'backwards', from: 'p7' } as const;
  expect(viewOf(between, page([6, 5], false))).toMatchObject({
    newer: { direction: 'forwards', from: 'p6' },
    older: { direction: 'backwards', from: 'p5' },
  });
});

test('nothing more is offered at either end of the log', () => {
  expect(viewOf(NEWEST, page([2, 1], true)).older).toBeNull();
  expect(viewOf({ direction: 'forwards', from: 'p3' }, page([4, 5], true)).newer).toBeNull();
  expect(viewOf(NEWEST, page([], true))).toEqual({ rows: [], newer: null, older: null });
});

test('the address contains the filter and the page', () => {
  const search = new URLSearchParams('direction=forwards&from=p3&type=AgentRegistered&stream=agent-&live=1');
  expect(cursorOf(search)).toEqual({ direction: 'forwards', from: 'p3' });
  expect(eventsQuery(search, cursorOf(search))).toEqual({
    direction: 'forwards',
    type: 'AgentRegistered',
    stream: 'agent-',
    from: 'p3',
  });
  expect(cursorOf(new URLSearchParams())).toEqual(NEWEST);
});
