import { expect, test } from 'vitest';
import { ReportReader, reportCsv } from './import-report.ts';

const RESULT_LINES = [
  '{"index":0,"type":"agent","result":"recorded"}',
  '{"index":1,"type":"agent","result":"rejected","errors":[{"path":"idNumber","message":"Wrong."}]}',
  '{"index":2,"type":"agent","result":"recorded","warnings":[{"path":"taxNumber","message":"Check it."}]}',
  '{"index":3,"type":"promotion","result":"duplicate"}',
  '{"summary":{"received":4}}',
]
  .map((line) => `${line}\n`)
  .join('');

test('answers are read in pieces of any size, and those that need attention are kept with their line', () => {
  const reader = new ReportReader();
  for (const piece of RESULT_LINES.match(/.{1,7}|\n/gs) ?? []) reader.take(piece);
  const report = reader.report();
  expect(report).toMatchObject({ answered: 4, isComplete: true, error: null, more: 0 });
  expect(report.counts).toMatchObject({ recorded: 2, duplicate: 1, rejected: 1 });
  expect(report.lines.map(({ line, result }) => [line, result])).toEqual([
    [2, 'rejected'],
    [3, 'recorded'],
  ]);
});

test('an interrupted import is incomplete, and one that the server ended shows the reason', () => {
  const cut = new ReportReader();
  cut.take(RESULT_LINES.slice(0, 60));
  expect(cut.report().isComplete).toBe(false);
  const ended = new ReportReader();
  ended.take('{"summary":{},"error":"The request ended here unexpectedly."}\n');
  expect(ended.report().error).toBe('The request ended here unexpectedly.');
});

test('a file with an error in every line uses bounded memory', () => {
  const reader = new ReportReader();
  for (let index = 0; index < 6_000; index++)
    reader.take(`{"index":${index},"result":"rejected","errors":[{"path":"","message":"The line is not JSON."}]}\n`);
  expect(reader.report()).toMatchObject({ answered: 6_000, more: 1_000 });
});

test('the report is a file that no spreadsheet takes for formulas', () => {
  expect(reportCsv([{ line: 2, type: 'agent', result: 'rejected', notes: [{ path: 'x', message: '=1+1 "a"' }] }])).toBe(
    'line,type,result,field,message\n"2","agent","rejected","x","\'=1+1 ""a"""\n',
  );
});
