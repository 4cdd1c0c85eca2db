import { plainRand } from '../money.ts';
import { type BankFileFormat, holderText, type PaymentLine } from './format.ts';
import { agentReference } from './reference.ts';
import { bankText } from './text.ts';

const END = '\r\n';

const rowOf = (line: PaymentLine, number: number): string =>
  [
    String(number),
    holderText(line, 60),
    bankText(line.bankCountry, 3),
    bankText(line.bankName, 40),
    bankText(line.accountNumber, 34),
    bankText(line.branchCode, 12),
    plainRand(line.amountCents),
    agentReference(line),
  ].join(',');

/** Accounts abroad, which ordinary EFT files cannot pay: a list for the bank's cross-border desk, amounts in ZAR. */
export const crossBorderFile: BankFileFormat = {
  name: 'cross-border',
  extension: 'csv',
  header: () => `line,accountHolder,country,bank,accountNumber,branchOrSwift,amountZAR,reference${END}`,
  lines: (_run, lines, first) => lines.map((line, index) => rowOf(line, first + index) + END).join(''),
  trailer: (_run, { lines, cents, hashTotal }, sha256) =>
    `CONTROL,${lines},${plainRand(cents)},${hashTotal},${sha256}${END}`,
};
