import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import type { EventsOf } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';

/** Stream `sars-rules`: finance's changes of `SARS_RULES`. */
export const sarsRuleEvents = {
  /** `pattern`: for the whole value. */
  SarsRuleSet: z.object({
    code: z.string(),
    of: z.enum(['employer', 'person']),
    text: z.string(),
    pattern: z.string(),
    isRequired: z.boolean(),
    source: z.string(),
  }),
} as const;

export type SarsRuleEvent = EventsOf<typeof sarsRuleEvents>;

type SarsRecord = ReadonlyMap<string, string>;

/** For one field of the file for e@syFile (T11). */
export interface SarsRule {
  readonly code: string;
  readonly of: 'employer' | 'person';
  /** What finance or the agent has to supply. */
  readonly text: string;
  /** A regular expression without groups that the whole value has to match. */
  readonly pattern: string;
  /** Otherwise only a value that is there is checked. */
  readonly isRequired: boolean;
  /** Codes that can be there instead. */
  readonly alternatives: readonly string[];
  /** The certificates to which the rule applies: code and value. */
  readonly onlyWhere: readonly [code: string, value: string] | null;
  /** The document that states the rule. */
  readonly source: string;
}

export const SARS_RULES_STREAM = 'sars-rules';

/**
 * SARS's own document was not available. `PAGSA`: PAYE BRS 23.0.0, section 4, republished by the Payroll Authors Group
 * of South Africa. `EXCERPT`: published excerpts of 24.0.1.
 */
const PAGSA = 'PAYE BRS 23.0.0, section 4 (PAGSA)';
const EXCERPT = 'PAYE BRS 24.0.1 (published excerpts)';
/** No published text was found. */
const NO_PUBLISHED_SOURCE = 'No published text found; confirm in e@syFile';

/** Shown with the result of the check. */
export const SARS_STANDARD = 'SARS PAYE BRS 24.0.1 (from published excerpts; confirm in e@syFile)';

type Rest = Partial<Pick<SarsRule, 'pattern' | 'isRequired' | 'alternatives' | 'onlyWhere' | 'source'>>;
const rule =
  (of: SarsRule['of']) =>
  (code: string, text: string, rest: Rest = {}): SarsRule => ({
    of,
    code,
    text,
    pattern: '.+',
    isRequired: true,
    alternatives: [],
    onlyWhere: null,
    source: EXCERPT,
    ...rest,
  });
const employer = rule('employer');
const person = rule('person');

/** As delivered; finance's changes are in `sarsRulesDecider`. */
export const SARS_RULES: readonly SarsRule[] = [
  employer('2010', 'Name of the employer'),
  employer('2020', 'PAYE reference: ten digits', { pattern: '7\\d{9}' }),
  employer('2025', 'First names of the contact person'),
  employer('2036', 'Surname of the contact person'),
  employer('2026', 'Telephone of the contact: ten digits', { pattern: '\\d{10,15}' }),
  employer('2031', 'Reconciliation period', { pattern: '\\d{4}0[28]' }),
  employer('2064', 'Street of the business address'),
  employer('2066', 'Suburb or town of the business address', { alternatives: ['2065'] }),
  employer('2080', 'Postal code of the business address', { pattern: '\\d{4}' }),
  employer('2082', 'Main activity (SIC7): five digits', { pattern: '\\d{5}', source: NO_PUBLISHED_SOURCE }),
  person('3010', 'Certificate number', { pattern: '.{30}', source: PAGSA }),
  person('3015', 'Type of certificate', { pattern: 'IRP5|IT3.a.', source: PAGSA }),
  person('3030', 'Surname'),
  person('3040', 'First names'),
  person('3050', 'Initials'),
  person('3060', 'ID or passport number', { alternatives: ['3070'] }),
  person('3080', 'Date of birth (not known for a passport)', { pattern: '\\d{8}' }),
  person('3100', 'South African tax number: required where PAYE was deducted', { onlyWhere: ['3015', 'IRP5'] }),
  person('3138', 'Cell number: begins with 0, from abroad with 00', { pattern: '0\\d{9,14}', isRequired: false }),
  person('3147', 'Street of the work address'),
  person('3151', 'Country of the work address', { source: NO_PUBLISHED_SOURCE }),
  person('3180', 'End of the period', { pattern: '\\d{8}' }),
  person('3195', 'Indicator Y or N', { pattern: '[YN]', onlyWhere: ['3015', 'IRP5'] }),
  person('3200', 'Pay periods in the year', { pattern: '\\d+\\.\\d{4}' }),
  person('3210', 'Pay periods worked', { pattern: '\\d+\\.\\d{4}' }),
  person('3214', 'Street of the residential address'),
  person('3216', 'Suburb or town of the residential address', { alternatives: ['3215'] }),
  person('3217', 'Postal code: four digits in South Africa, not 0000', {
    pattern: '[1-9]\\d{3}|0[1-9]\\d{2}|00[1-9]\\d|000[1-9]',
    onlyWhere: ['3285', 'ZA'],
  }),
  person('3240', 'Bank account type: 0 to 7', { pattern: '[0-7]', source: PAGSA }),
  person('3241', 'Bank account number: digits, unless not paid by transfer or to a foreign account', {
    pattern: '\\d+',
    isRequired: false,
    source: PAGSA,
  }),
  person('3263', 'Main activity (SIC7): five digits', { pattern: '\\d{5}', source: PAGSA }),
  person('3279', 'Care-of indicator', { pattern: '[YN]', source: PAGSA }),
  person('3285', 'Country of the residential address'),
  person('3288', 'Structure of the postal address: 1 to 4', { pattern: '[1-4]', source: PAGSA }),
  person('3699', 'Income of at least one rand', { pattern: '[1-9]\\d*' }),
];

export type SarsRuleChange = Pick<SarsRule, 'code' | 'of' | 'text' | 'pattern' | 'isRequired' | 'source'>;
export type SarsRuleCommand = { readonly type: 'SetSarsRule' } & SarsRuleChange;

/** Characters of a pattern: without groups, so that matching takes no longer than the value is long. */
const ALLOWED_PATTERN = /^[^()]{1,60}$/;
const isPattern = (pattern: string): boolean => {
  try {
    return ALLOWED_PATTERN.test(pattern) && new RegExp(`^(?:${pattern})$`) !== null;
  } catch {
    return false;
  }
};

/** Throws `sars-rules.{code,pattern,text,source}`. */
export function checkSarsRule({ code, text, pattern, source }: SarsRuleChange): void {
  const refuse = (field: CodeOf<'sars-rules'>, message: string) => fieldError(`sars-rules.${field}`, field, message);
  if (!/^[2-4]\d{3}$/.test(code)) throw refuse('code', 'A code has four digits and begins with 2, 3 or 4.');
  if (text.trim() === '') throw refuse('text', 'State what must be supplied.');
  if (!isPattern(pattern))
    throw refuse('pattern', 'The format is a regular expression of at most 60 characters without brackets ( and ).');
  if (source.trim() === '') throw refuse('source', 'Name the document with its version.');
}

/** Rejects as `checkSarsRule`. */
export const sarsRulesDecider: Decider<readonly SarsRule[], SarsRuleCommand, SarsRuleEvent> = {
  name: 'sars-rules',
  initial: SARS_RULES,
  decide({ type: _type, ...change }, state) {
    checkSarsRule(change);
    const { code, of, text, pattern, isRequired, source } = change;
    const inForce = state.find((one) => one.code === code && one.of === of);
    if (
      inForce?.text === text &&
      inForce.pattern === pattern &&
      inForce.isRequired === isRequired &&
      inForce.source === source
    )
      return [];
    return [{ type: 'SarsRuleSet', data: { code, of, text: text.trim(), pattern, isRequired, source: source.trim() } }];
  },
  evolve(state, { data }) {
    const isThis = ({ code, of }: SarsRule): boolean => code === data.code && of === data.of;
    if (!state.some(isThis)) return [...state, { ...data, alternatives: [], onlyWhere: null }];
    return state.map((one) => (isThis(one) ? { ...one, ...data } : one));
  },
};

const isMet = ({ code, alternatives, pattern, isRequired, onlyWhere }: SarsRule, record: SarsRecord): boolean => {
  if (onlyWhere && record.get(onlyWhere[0]) !== onlyWhere[1]) return true;
  const values = [code, ...alternatives].map((each) => record.get(each) ?? '').filter((value) => value !== '');
  if (values.length === 0) return !isRequired;
  return values.some((value) => new RegExp(`^(?:${pattern})$`).test(value));
};

/** `certificateNo`: null for the employer. */
export interface SarsFinding {
  readonly certificateNo: string | null;
  readonly code: string;
  readonly text: string;
}

/** In the order of the file. */
export const sarsFindings = (records: readonly SarsRecord[], rules: readonly SarsRule[]): SarsFinding[] =>
  records.flatMap((record) => {
    const recordType = record.has('2010') || record.has('2020') ? 'employer' : record.has('3010') ? 'person' : null;
    return rules
      .filter((one) => one.of === recordType && !isMet(one, record))
      .map(({ code, text }) => ({ certificateNo: record.get('3010') ?? null, code, text }));
  });
