import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type AcbFileEvent, type AcbFilesCommand, acbFilesDecider, generationOf, nextGeneration } from './acb-files.ts';

const AT = { at: '2026-11-18T08:00:00.000Z' };
const count = (runId: string, userCode = 'FYNB'): Timed<AcbFilesCommand> => ({
  type: 'CountAcbFile',
  userCode,
  runId,
  reference: `FR${runId}`,
  ...AT,
});
const set = (next: number, userCode = 'FYNB'): Timed<AcbFilesCommand> => ({
  type: 'SetAcbGeneration',
  userCode,
  next,
  reason: 'The payroll system sent files before',
  by: 2,
  ...AT,
});
function given(...commands: readonly Timed<AcbFilesCommand>[]) {
  const events: AcbFileEvent[] = [];
  for (const command of commands)
    events.push(...decideTimed(acbFilesDecider, command, fold(acbFilesDecider, acbFilesDecider.initial, events)));
  return fold(acbFilesDecider, acbFilesDecider.initial, events);
}

test('counts the files of each user code from 1, and a run once', () => {
  const state = given(count('a'), count('b'), count('a'), count('a', 'OTHR'));
  expect(state.files.map(({ runId, generation }) => [runId, generation])).toEqual([
    ['a', 1],
    ['b', 2],
    ['a', 1],
  ]);
  expect(generationOf(state, 'FYNB', 'b')).toBe(2);
  expect(generationOf(state, 'OTHR', 'b')).toBeUndefined();
  expect(nextGeneration(state, 'FYNB')).toBe(3);
});

test('continues with the number that finance sets, and with 1 after 9999', () => {
  const state = given(count('a'), set(9999), count('b'), count('c'));
  expect(state.files.map(({ generation }) => generation)).toEqual([1, 9999, 1]);
  expect(decideTimed(acbFilesDecider, set(2), state)).toEqual([]);
});

test.each([0, 10_000, 1.5])('rejects the number %s', (next) => {
  expect(() => given(set(next))).toThrow(expect.objectContaining({ code: 'acb-files.next' }));
});
