import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed } from '../testing/timed.ts';
import { SARS_RULES, type SarsRuleCommand, sarsFindings, sarsRulesDecider } from './sars-rules.ts';

const set = (changes: Partial<SarsRuleCommand>): SarsRuleCommand => ({
  type: 'SetSarsRule',
  code: '3263',
  of: 'person',
  text: 'SIC7',
  pattern: '\\d{5}',
  isRequired: true,
  source: 'PAYE BRS 25',
  ...changes,
});
const after = (command: SarsRuleCommand) =>
  fold(sarsRulesDecider, SARS_RULES, decideTimed(sarsRulesDecider, command, SARS_RULES));
const record = new Map([
  ['3010', '7'.repeat(30)],
  ['3263', '771'],
]);
const codesOf = (rules: ReturnType<typeof after>) => sarsFindings([record], rules).map(({ code }) => code);

describe('the rules of the file for SARS', () => {
  test('each have a code once, a text, a pattern and a source', () => {
    expect(new Set(SARS_RULES.map(({ code, of }) => `${of} ${code}`)).size).toBe(SARS_RULES.length);
    for (const { of, code, text, pattern, isRequired, source } of SARS_RULES)
      expect(() =>
        decideTimed(sarsRulesDecider, { type: 'SetSarsRule', of, code, text, pattern, isRequired, source }, []),
      ).not.toThrow();
  });

  test('are changed by finance: another format, optional, and a new code', () => {
    expect(codesOf(SARS_RULES)).toContain('3263');
    expect(codesOf(after(set({ pattern: '\\d{3}' })))).not.toContain('3263');
    expect(codesOf(after(set({ isRequired: false })))).toContain('3263');
    expect(codesOf(after(set({ code: '3300' })))).toContain('3300');
    expect(codesOf(after(set({ code: '3300', isRequired: false })))).not.toContain('3300');
    const changed = after(set({}));
    expect(decideTimed(sarsRulesDecider, set({}), changed)).toEqual([]);
  });

  test.each([
    [{ code: '9999' }, 'sars-rules.code'],
    [{ pattern: '(a+)+b' }, 'sars-rules.pattern'],
    [{ pattern: '[' }, 'sars-rules.pattern'],
    [{ pattern: '' }, 'sars-rules.pattern'],
    [{ text: ' ' }, 'sars-rules.text'],
    [{ source: ' ' }, 'sars-rules.source'],
  ])('refuse %j', (changes, code) => {
    expect(() => after(set(changes))).toThrow(expect.objectContaining({ code }));
  });
});
