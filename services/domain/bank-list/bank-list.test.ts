import { describe, expect, it } from 'vitest';
import { decideTimed } from '../testing/timed.ts';
import { type BankListCommand, bankListDecider, bankOfCode, banksOn } from './bank-list.ts';
import { BANKS } from './banks.ts';

const listOf = (...commands: readonly BankListCommand[]) =>
  commands.reduce(
    (state, command) => decideTimed(bankListDecider, command, state).reduce(bankListDecider.evolve, state),
    bankListDecider.initial,
  );
const list = (name: string, branchCode: string, effectiveFrom: string): BankListCommand => ({
  type: 'ListBank',
  name,
  branchCode,
  effectiveFrom,
});

describe('the bank list', () => {
  it('contains the twelve banks of the programme first, with OTHER last', () => {
    expect(banksOn(bankListDecider.initial, '2020-01-01')).toEqual(BANKS);
  });

  it('applies new banks, changed codes and removals from their day on', () => {
    const banks = listOf(list('Old Mutual Bank', '462050', '2026-12-01'), list('absa', '632999', '2027-01-01'), {
      type: 'DelistBank',
      name: 'Bank Zero',
      effectiveFrom: '2027-02-01',
    });
    const on = (day: string) => new Map(banksOn(banks, day).map(({ name, branchCode }) => [name, branchCode]));
    expect(on('2026-11-30').has('Old Mutual Bank')).toBe(false);
    expect(on('2026-12-01').get('Old Mutual Bank')).toBe('462050');
    expect(on('2026-12-31').get('Absa')).toBe('632005');
    expect(on('2027-01-01').get('Absa')).toBe('632999');
    expect(on('2027-01-31').has('Bank Zero')).toBe(true);
    expect(on('2027-02-01').has('Bank Zero')).toBe(false);
  });

  it('pays old branch codes by the code in force, and those of a delisted bank by its last code', () => {
    const banks = listOf(list('Absa', '632999', '2027-01-01'), {
      type: 'DelistBank',
      name: 'Bank Zero',
      effectiveFrom: '2027-02-01',
    });
    expect(bankOfCode(banks, '632005', '2026-12-31')).toEqual({ name: 'Absa', branchCode: '632005' });
    expect(bankOfCode(banks, '632005', '2027-01-01')).toEqual({ name: 'Absa', branchCode: '632999' });
    expect(bankOfCode(banks, '888000', '2027-03-01')).toEqual({ name: 'Bank Zero', branchCode: '888000' });
    expect(bankOfCode(banks, '123456', '2027-03-01')).toBeUndefined();
  });

  it('pays an account at a delisted bank by the bank’s last branch code', () => {
    const delist = (effectiveFrom: string): BankListCommand => ({
      type: 'DelistBank',
      name: 'TymeBank',
      effectiveFrom,
    });
    const banks = listOf(list('TymeBank', '678999', '2026-01-01'), delist('2026-07-01'));
    const last = { name: 'TymeBank', branchCode: '678999' };
    for (const code of ['678910', '678999']) expect(bankOfCode(banks, code, '2026-08-01')).toEqual(last);
    expect(bankOfCode(banks, '678910', '2025-12-31')).toEqual({ name: 'TymeBank', branchCode: '678910' });
    const back = listOf(
      list('TymeBank', '678999', '2026-01-01'),
      delist('2026-07-01'),
      list('TymeBank', '678111', '2027-01-01'),
    );
    expect(bankOfCode(back, '678910', '2026-12-31')).toEqual(last);
    expect(bankOfCode(back, '678910', '2027-01-01')).toEqual({ name: 'TymeBank', branchCode: '678111' });
  });

  it('gives a code to one bank at a time, and rejects a code without six digits', () => {
    const refused =
      (command: BankListCommand, state = bankListDecider.initial) =>
      () =>
        decideTimed(bankListDecider, command, state);
    expect(refused(list('New', '632005', '2026-12-01'))).toThrow('Absa has this branch code.');
    expect(refused(list('New', '63200', '2026-12-01'))).toThrow('six digits');
    expect(refused(list('Other', '632001', '2026-12-01'))).toThrow('OTHER');
    expect(refused({ type: 'DelistBank', name: 'Nobody', effectiveFrom: '2026-12-01' })).toThrow('not in the list');
    const later = listOf(list('New', '111111', '2027-06-01'));
    expect(refused(list('Newer', '111111', '2026-12-01'), later)).toThrow('New has this branch code.');
    const freed = listOf(list('Absa', '632999', '2027-01-01'));
    expect(refused(list('New', '632005', '2027-01-01'), freed)).not.toThrow();
    expect(decideTimed(bankListDecider, list('ABSA', '632999', '2027-01-01'), freed)).toEqual([]);
  });
});
