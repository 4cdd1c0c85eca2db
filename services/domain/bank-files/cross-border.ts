import { plainRand } from '../money.ts';
import { listFile, readListFile } from './csv.ts';
import { type FileRun, holderText, type PaymentLine, type ReadBack } from './format.ts';
import { isPain001Complete, type Pain001Line } from './pain001.ts';
import { agentReference } from './reference.ts';
import { bankText, centsOfText } from './text.ts';

const COLUMNS = [
  'line',
  'accountHolder',
  'country',
  'bank',
  'accountNumber',
  'branchOrSwift',
  'amountZAR',
  'reference',
  'bic',
  'street',
  'town',
  'postalCode',
  'addressCountry',
  'bopCategory',
];

/** `bankText` removes commas and quotes, so cells need no quoting. */
const rowOf = ({ payer }: FileRun, line: PaymentLine, number: number): string =>
  [
    String(number),
    holderText(line, 60),
    bankText(line.bankCountry, 3),
    bankText(line.bankName, 40),
    bankText(line.accountNumber, 34),
    bankText(line.branchCode, 12),
    plainRand(line.amountCents),
    agentReference(line),
    bankText(line.foreignPayee?.bic ?? '', 11),
    bankText(line.foreignPayee?.street ?? '', 70),
    bankText(line.foreignPayee?.town ?? '', 35),
    bankText(line.foreignPayee?.postalCode ?? '', 16),
    bankText(line.foreignPayee?.country ?? '', 2),
    payer.bopCategory,
  ].join(',');

/** For the bank's cross-border desk, since ordinary EFT files cannot pay accounts abroad (O9). Amounts in ZAR. */
export const crossBorderFile = listFile('cross-border', COLUMNS, rowOf);

/** The payment of a row that this format wrote, also by earlier releases; null for the header and the control line. */
export function crossBorderPaymentOfRow(row: string): Pain001Line | null {
  const [
    number = '',
    accountHolder = '',
    ,
    ,
    accountNumber = '',
    branchCode = '',
    amount = '',
    reference = '',
    ...rest
  ] = row.split(',');
  const amountCents = centsOfText(amount);
  if (!/^\d+$/.test(number) || amountCents === null) return null;
  const [bic = '', street = '', town = '', postalCode = '', country = '', bopCategory = ''] = rest;
  const abroad = { bic, street, town, postalCode, country, bopCategory };
  return { accountHolder, accountNumber, branchCode, amountCents, reference, abroad };
}

/** The columns of the list in earlier releases: up to the reference. */
const EARLIER_COLUMNS = 8;

/** Reads a list back, with the payments that the bank cannot make from it (O27). `sha256Of` hashes text to hex. */
export const readCrossBorderFile = (text: string, sha256Of: (text: string) => string): ReadBack =>
  readListFile(
    text,
    {
      columns: COLUMNS,
      earlierColumns: EARLIER_COLUMNS,
      paymentOf: crossBorderPaymentOfRow,
      faultsOf: (payment) => [
        ...(payment.accountNumber === '' ? ['the account number is missing.'] : []),
        ...(isPain001Complete(payment) ? [] : ['BIC, address or category is missing.']),
      ],
    },
    sha256Of,
  );
