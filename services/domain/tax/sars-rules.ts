/** A record of the file: code to value. */
type SarsRecord = ReadonlyMap<string, string>;

/** A rule for one field of the file for e@syFile. */
export interface SarsRule {
  readonly code: string;
  readonly of: 'employer' | 'person';
  /** What finance or the agent has to supply. */
  readonly text: string;
  readonly isMet: (record: SarsRecord) => boolean;
}

const has = (record: SarsRecord, code: string): boolean => (record.get(code) ?? '') !== '';
const isIrp5 = (record: SarsRecord): boolean => record.get('3015') === 'IRP5';
const matches = (code: string, pattern: RegExp) => (record: SarsRecord) => pattern.test(record.get(code) ?? '');

const present = (of: SarsRule['of'], code: string, text: string): SarsRule => ({
  ...{ of, code, text },
  isMet: (record) => has(record, code),
});

/**
 * The source of the rules. SARS's own document was not available: they are from excerpts of the PAYE BRS, version 24.0.1
 * (in force from March 2025), as the Payroll Authors Group of South Africa republishes them. Codes 2082 and 3151 are
 * from judgement. Correct a rule here when SARS publishes another version.
 */
export const SARS_STANDARD = 'SARS PAYE BRS 24.0.1 (from published excerpts; confirm in e@syFile)';

/** The mandatory fields of the file, rule by rule (T11). */
export const SARS_RULES: readonly SarsRule[] = [
  present('employer', '2010', 'Name of the employer'),
  { of: 'employer', code: '2020', text: 'PAYE reference: ten digits', isMet: matches('2020', /^7\d{9}$/) },
  present('employer', '2025', 'First names of the contact person'),
  present('employer', '2036', 'Surname of the contact person'),
  { of: 'employer', code: '2026', text: 'Telephone of the contact: ten digits', isMet: matches('2026', /^\d{10,}$/) },
  { of: 'employer', code: '2031', text: 'Reconciliation period', isMet: matches('2031', /^\d{4}0[28]$/) },
  present('employer', '2064', 'Street of the business address'),
  {
    ...{ of: 'employer', code: '2066', text: 'Suburb or town of the business address' },
    isMet: (record) => has(record, '2065') || has(record, '2066'),
  },
  { of: 'employer', code: '2080', text: 'Postal code of the business address', isMet: matches('2080', /^\d{4}$/) },
  { of: 'employer', code: '2082', text: 'Main activity (SIC7): five digits', isMet: matches('2082', /^\d{5}$/) },
  { of: 'person', code: '3010', text: 'Certificate number', isMet: matches('3010', /^.{30}$/) },
  present('person', '3030', 'Surname'),
  present('person', '3040', 'First names'),
  present('person', '3050', 'Initials'),
  {
    ...{ of: 'person', code: '3060', text: 'ID or passport number' },
    isMet: (record) => has(record, '3060') || has(record, '3070'),
  },
  {
    ...{ of: 'person', code: '3080', text: 'Date of birth (not known for a passport)' },
    isMet: matches('3080', /^\d{8}$/),
  },
  {
    ...{ of: 'person', code: '3100', text: 'South African tax number: required where PAYE was deducted' },
    isMet: (record) => !isIrp5(record) || has(record, '3100'),
  },
  {
    ...{ of: 'person', code: '3138', text: 'Cell number: begins with 0, from abroad with 00' },
    isMet: (record) => !has(record, '3138') || matches('3138', /^0\d{9,14}$/)(record),
  },
  present('person', '3147', 'Street of the work address'),
  present('person', '3151', 'Country of the work address'),
  { of: 'person', code: '3180', text: 'End of the period', isMet: matches('3180', /^\d{8}$/) },
  {
    ...{ of: 'person', code: '3195', text: 'Indicator Y or N' },
    isMet: (record) => !isIrp5(record) || matches('3195', /^[YN]$/)(record),
  },
  { of: 'person', code: '3200', text: 'Pay periods in the year', isMet: matches('3200', /^\d+\.\d{4}$/) },
  { of: 'person', code: '3210', text: 'Pay periods worked', isMet: matches('3210', /^\d+\.\d{4}$/) },
  present('person', '3214', 'Street of the residential address'),
  {
    ...{ of: 'person', code: '3216', text: 'Suburb or town of the residential address' },
    isMet: (record) => has(record, '3215') || has(record, '3216'),
  },
  {
    ...{ of: 'person', code: '3217', text: 'Postal code: four digits in South Africa' },
    isMet: (record) => record.get('3285') !== 'ZA' || matches('3217', /^(?!0000)\d{4}$/)(record),
  },
  present('person', '3240', 'Bank account type'),
  { of: 'person', code: '3263', text: 'Main activity (SIC7): five digits', isMet: matches('3263', /^\d{5}$/) },
  { of: 'person', code: '3279', text: 'Care-of indicator', isMet: matches('3279', /^[YN]$/) },
  present('person', '3285', 'Country of the residential address'),
  { of: 'person', code: '3288', text: 'Structure of the postal address', isMet: matches('3288', /^[1-4]$/) },
  {
    ...{ of: 'person', code: '3699', text: 'Income of at least one rand' },
    isMet: (record) => Number(record.get('3699') ?? 0) > 0,
  },
];

/** A rule that a record does not meet. `certificateNo` is null for the employer. */
export interface SarsFinding {
  readonly certificateNo: string | null;
  readonly code: string;
  readonly text: string;
}

/** The rules that the records of a file do not meet, in the order of the file. */
export const sarsFindings = (records: readonly SarsRecord[]): SarsFinding[] =>
  records.flatMap((record) => {
    const of = record.has('2010') || record.has('2020') ? 'employer' : record.has('3010') ? 'person' : null;
    return SARS_RULES.filter((rule) => rule.of === of && !rule.isMet(record)).map(({ code, text }) => ({
      certificateNo: record.get('3010') ?? null,
      code,
      text,
    }));
  });
