import { expect, test } from 'vitest';
import { isOfBank } from './BankResults.tsx';

test.each([
  ['reference,outcome,reason\nFT1,failed,x', false],
  ['\uFEFF"Outcome";"Reference"\n', false],
  ['Reference,Amount,Date,Reason\nFT1,150.00,2026-11-13,outcome', true],
  [':20:A', true],
  ['<?xml version="1.0"?><Document>outcome</Document>', true],
])('a file that begins with %j is of the bank: %s', (text, expected) => expect(isOfBank(text)).toBe(expected));
