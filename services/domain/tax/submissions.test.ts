import { describe, expect, test } from 'vitest';
import { CERTIFICATES_PER_FILE_PART } from '../append-limits.ts';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import type { FiledCertificate } from './events.ts';
import { submissionDifferences } from './submissions.ts';
import { fileOf, type TaxYearCommand, type TaxYearState, taxYearDecider } from './tax-year.ts';

const certificate = (agentId: number, changes: Partial<FiledCertificate> = {}): FiledCertificate => ({
  certificateNo: `7000000000202702${String(agentId).padStart(14, '0')}`,
  agentId,
  type: 'IRP5',
  version: 1,
  grossCents: 200_00,
  payeCents: 50_00,
  ...changes,
});
const AT = '2027-03-05T08:00:00.000Z';
type CommandOf<Type extends Timed<TaxYearCommand>['type']> = Extract<TaxYearCommand, { type: Type }>;
const made = (
  certificates: FiledCertificate[],
  changes: Partial<CommandOf<'MakeSarsFile'>> = {},
): Timed<TaxYearCommand> => ({
  type: 'MakeSarsFile',
  taxYear: 2027,
  period: 'final',
  content: 'all',
  certificates,
  sha256: null,
  at: AT,
  ...changes,
});
const submitted = (
  fileNo: number,
  changes: Partial<Timed<CommandOf<'SubmitSarsFile'>>> = {},
): Timed<TaxYearCommand> => ({
  type: 'SubmitSarsFile',
  taxYear: 2027,
  period: 'final',
  fileNo,
  submittedOn: '2027-03-06',
  reference: 'R1',
  at: '2027-03-08T08:00:00.000Z',
  ...changes,
});
const cancelled = (numbers: string[], valid: string[] = []): Timed<TaxYearCommand> => ({
  type: 'CancelCertificates',
  taxYear: 2027,
  certificateNos: numbers,
  valid: new Set(valid),
  reference: 'R2',
  cancelledOn: '2027-03-09',
  at: '2027-03-10T08:00:00.000Z',
});
function given(...commands: Timed<TaxYearCommand>[]): TaxYearState {
  let state = taxYearDecider.initial;
  for (const command of commands) state = fold(taxYearDecider, state, decideTimed(taxYearDecider, command, state));
  return state;
}
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('files for SARS', () => {
  test('are numbered in each period, once for the same content, and split into parts', () => {
    const many = Array.from({ length: CERTIFICATES_PER_FILE_PART + 1 }, (_, at) => certificate(at));
    const events = decideTimed(taxYearDecider, made(many), taxYearDecider.initial);
    expect(events.map(({ data }) => 'part' in data && [data.part, data.parts])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const state = given(made(many), made(many), made([certificate(1)]), made([certificate(1)], { period: 'interim' }));
    expect(state.files.map(({ period, fileNo, certificates }) => [period, fileNo, certificates.length])).toEqual([
      ['final', 1, many.length],
      ['final', 2, 1],
      ['interim', 1, 1],
    ]);
    const all = given(made(many), submitted(1));
    expect(all.submitted.size).toBe(many.length);
    expect(fileOf(all, 'final', 1)?.submitted).toMatchObject({ on: '2027-03-06', reference: 'R1' });
  });

  test('are made and submitted in appends below the mebibyte of a store, and used only once complete', () => {
    const many = Array.from({ length: 9_000 }, (_, at) => certificate(1_000_000 + at, { grossCents: 9_999_999_99 }));
    let state = taxYearDecider.initial;
    const repeat = (command: Timed<TaxYearCommand>): void => {
      for (;;) {
        const events = decideTimed(taxYearDecider, command, state);
        if (events.length === 0) return;
        expect(JSON.stringify(events).length).toBeLessThan(1024 * 1024);
        state = fold(taxYearDecider, state, events);
      }
    };
    state = given(made(many));
    expect(() => decideTimed(taxYearDecider, submitted(1), state)).toThrow(code('tax.file-unknown'));
    state = fold(taxYearDecider, state, decideTimed(taxYearDecider, made(many, { content: 'changes' }), state));
    repeat(made(many));
    expect(state.files.map(({ content, openParts }) => [content, openParts])).toEqual([
      ['all', 0],
      ['changes', 10],
    ]);
    expect(fileOf(state, 'final', 1)?.certificates).toEqual(many);
    state = fold(taxYearDecider, state, decideTimed(taxYearDecider, submitted(1), state));
    expect(state.submitted.size).toBeLessThan(many.length);
    repeat({ type: 'ContinueSarsSubmission', taxYear: 2027, period: 'final', fileNo: 1, at: AT });
    expect([...state.submitted.keys()]).toEqual(many.map(({ certificateNo }) => certificateNo));
  });

  test('get a new number if other details of the agents change, so that they can be submitted', () => {
    const files = (...texts: (string | null)[]) =>
      given(...texts.map((sha256) => made([certificate(1)], { sha256 }))).files.map(({ fileNo }) => fileNo);
    expect(files('a', 'a')).toEqual([1]);
    expect(files('a', 'b', 'b')).toEqual([1, 2]);
    expect(files(null, null), 'while the period runs').toEqual([1]);
    const duringPeriod = { ...made([certificate(1)]), at: '2027-02-20T08:00:00.000Z' };
    const afterPeriod = made([certificate(1)], { sha256: 'a' });
    const state = given(duringPeriod, afterPeriod, afterPeriod);
    expect(
      state.files.map(({ fileNo }) => fileNo),
      'after its end',
    ).toEqual([1, 2]);
  });

  test('keep the number of a file that an earlier release made without a checksum after the period', () => {
    const ofEarlierRelease = made([certificate(1)]);
    const state = given(ofEarlierRelease, submitted(1), made([certificate(1)], { sha256: 'a' }));
    expect(state.files.map(({ fileNo }) => fileNo)).toEqual([1]);
    const changed = [certificate(1, { version: 2, grossCents: 100_00 })];
    const corrected = given(ofEarlierRelease, made(changed, { sha256: 'a' }));
    expect(
      corrected.files.map(({ fileNo }) => fileNo),
      'other figures',
    ).toEqual([1, 2]);
  });

  test('get a new number if their certificates differ from an interrupted file', () => {
    const many = Array.from({ length: 9_000 }, (_, at) => certificate(at));
    const changed = many.map((each) => (each.agentId === 7 ? { ...each, version: 2 } : each));
    const state = given(made(many), made(changed), made(changed), made(changed), made(changed));
    expect(state.files.map(({ fileNo, openParts }) => [fileNo, openParts])).toEqual([
      [1, 10],
      [2, 0],
    ]);
    expect(fileOf(state, 'final', 2)?.certificates).toEqual(changed);
    expect(given(made(many), made([certificate(1)]), made(many)).files.map(({ fileNo }) => fileNo)).toEqual([1, 2, 3]);
  });

  test('are submitted once, after their period, between the day they were made and today', () => {
    const state = given(made([certificate(1)]), made([certificate(1), certificate(2)]), submitted(2));
    const decide = (command: Timed<TaxYearCommand>) => () => decideTimed(taxYearDecider, command, state);
    expect(decide(submitted(2))).toThrow(code('tax.file-submitted'));
    expect(decide(submitted(1))).toThrow(code('tax.file-older'));
    expect(decide(submitted(3))).toThrow(code('tax.file-unknown'));
    expect(decide(made([]))(), 'an empty file is not recorded').toEqual([]);
    const fresh = given(made([certificate(1)]));
    for (const submittedOn of ['2027-03-04', '2027-03-09'])
      expect(() => decideTimed(taxYearDecider, submitted(1, { submittedOn }), fresh)).toThrow(
        code('tax.submission-day'),
      );
    expect(() => decideTimed(taxYearDecider, submitted(1, { at: '2027-02-28T08:00:00.000Z' }), fresh)).toThrow(
      code('tax.period-open'),
    );
  });

  test('list certificates that are new, corrected or to be cancelled at SARS', () => {
    const { submitted: atSars } = given(made([1, 2, 3].map((agentId) => certificate(agentId))), submitted(1));
    const valid = [certificate(1), certificate(2, { version: 2, grossCents: 100_00 }), certificate(4)];
    const { added, corrected, toCancel } = submissionDifferences(valid, [...atSars.values()]);
    expect(added.map(({ agentId }) => agentId)).toEqual([4]);
    expect(corrected).toMatchObject([{ now: { grossCents: 100_00 }, submitted: { grossCents: 200_00 } }]);
    expect(toCancel.map(({ agentId }) => agentId)).toEqual([3]);
  });

  test('never double an income: what SARS has after every submission equals the valid certificates', () => {
    const first = [1, 2, 3].map((agentId) => certificate(agentId));
    const second = [certificate(1), certificate(2, { version: 2, grossCents: 100_00, payeCents: 25_00 })];
    const state = given(
      made(first),
      submitted(1),
      made(second.slice(1), { content: 'changes' }),
      submitted(2),
      cancelled(
        [certificate(3).certificateNo],
        second.map(({ certificateNo }) => certificateNo),
      ),
    );
    const atSars = [...state.submitted.values()].filter(({ cancelledOn }) => cancelledOn === null);
    expect(atSars.map(({ agentId, grossCents }) => [agentId, grossCents])).toEqual([
      [1, 200_00],
      [2, 100_00],
    ]);
    const open = submissionDifferences(second, [...state.submitted.values()]);
    expect([open.added, open.corrected, open.toCancel]).toEqual([[], [], []]);
  });
});

test('only certificates that SARS has and that are no longer valid are cancelled, once', () => {
  const { certificateNo } = certificate(1);
  const state = given(made([certificate(1), certificate(2)]), submitted(1), cancelled([certificateNo]));
  const decide = (command: Timed<TaxYearCommand>) => () => decideTimed(taxYearDecider, command, state);
  expect(decide(cancelled([certificateNo]))).toThrow(code('tax.cancelled'));
  expect(decide(cancelled([])), 'no certificate').toThrow(code('tax.not-submitted'));
  expect(decide(cancelled([certificate(3).certificateNo]))).toThrow(code('tax.not-submitted'));
  const second = certificate(2).certificateNo;
  expect(decide(cancelled([second], [second]))).toThrow(code('tax.still-valid'));
});
