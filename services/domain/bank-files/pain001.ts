import type { AccountType } from '../bank-list/banks.ts';
import { plainRand } from '../money.ts';
import type { ControlFigures, FileRun, ForeignPayee, ReadBack } from './format.ts';
import { bankText } from './text.ts';

/** The message version that South African banks publish for customer credit transfers. */
export const PAIN001_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** External code of the South African National Clearing Code: the six-digit branch code. */
const CLEARING = 'ZANCC';
/** External codes of account types. */
const ACCOUNT_TYPE: Readonly<Record<AccountType, string>> = { current: 'CACC', savings: 'SVGS', transmission: 'TRAN' };
/** External purpose code of a commission payment. */
const PURPOSE = 'COMM';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);
const element = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`;
const text = (name: string, value: string): string => element(name, escaped(value));

const branch = (code: string): string =>
  element('FinInstnId', element('ClrSysMmbId', element('ClrSysId', text('Cd', CLEARING)), text('MmbId', code)));
const account = (number: string): string => element('Id', element('Othr', text('Id', number)));

/** A payment of the run, as its recorded CSV file has it. */
export type Pain001Line = ReadBack['lines'][number] & {
  /** Of an account abroad. */
  readonly abroad?: ForeignPayee & { readonly bopCategory: string };
};

/** Whether the message can hold a payment: one abroad needs BIC, address and category (O27). */
export const isPain001Complete = ({ abroad }: Pain001Line): boolean =>
  !abroad ||
  [abroad.bic, abroad.street, abroad.town, abroad.country, abroad.bopCategory].every((value) => value !== '');

const MAX_ID_LENGTH = 35;
/** The reference by which the bank's statement names the payment again. */
function endToEndId({ reference: run }: FileRun, { reference, abroad }: Pain001Line): string {
  // The plain CSV file has the run's reference too.
  const whole = abroad ? `${run} ${reference}` : reference;
  return whole.length <= MAX_ID_LENGTH ? whole : reference;
}

const address = ({ street, postalCode, town, country }: ForeignPayee): string =>
  element(
    'PstlAdr',
    text('StrtNm', street),
    postalCode && text('PstCd', postalCode),
    text('TwnNm', town),
    text('Ctry', country),
  );

/** The category for the South African Reserve Bank, to which the payer's bank reports payments abroad. */
const report = (bopCategory: string): string =>
  element(
    'RgltryRptg',
    text('DbtCdtRptgInd', 'DEBT'),
    element('Authrty', text('Ctry', 'ZA')),
    element('Dtls', text('Cd', bopCategory)),
  );

/**
 * ISO 20022 `pain.001.001.09`: one payment block in ZAR for the run's pay date. `createdAt`: the instant at which the
 * run's files were written. The message is made from the recorded CSV file, so both always agree.
 */
export const pain001 = {
  header(
    { reference, payDate, payer }: FileRun,
    { lines, cents }: Pick<ControlFigures, 'lines' | 'cents'>,
    createdAt: Date,
  ): string {
    const sums = [text('NbOfTxs', String(lines)), text('CtrlSum', plainRand(cents))];
    const name = text('Nm', bankText(payer.name, 140));
    return `${[
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${PAIN001_NAMESPACE}"><CstmrCdtTrfInitn>`,
      element(
        'GrpHdr',
        text('MsgId', reference),
        text('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
        ...sums,
        element('InitgPty', name),
      ),
      '<PmtInf>',
      text('PmtInfId', reference),
      text('PmtMtd', 'TRF'),
      ...sums,
      element('ReqdExctnDt', text('Dt', payDate)),
      element('Dbtr', name),
      element('DbtrAcct', account(payer.accountNumber), text('Ccy', 'ZAR')),
      element('DbtrAgt', branch(payer.branchCode)),
    ].join('')}\n`;
  },
  line: (run: FileRun, line: Pain001Line): string =>
    `${element(
      'CdtTrfTxInf',
      element('PmtId', text('EndToEndId', endToEndId(run, line))),
      element('Amt', `<InstdAmt Ccy="ZAR">${plainRand(line.amountCents)}</InstdAmt>`),
      line.abroad ? text('ChrgBr', 'SHAR') : '',
      element('CdtrAgt', line.abroad ? element('FinInstnId', text('BICFI', line.abroad.bic)) : branch(line.branchCode)),
      element('Cdtr', text('Nm', line.accountHolder), line.abroad ? address(line.abroad) : ''),
      element(
        'CdtrAcct',
        account(line.accountNumber),
        line.accountType ? element('Tp', text('Cd', ACCOUNT_TYPE[line.accountType])) : '',
      ),
      element('Purp', text('Cd', PURPOSE)),
      line.abroad ? report(line.abroad.bopCategory) : '',
      element('RmtInf', text('Ustrd', `${run.payer.shortName} ${line.reference}`)),
    )}\n`,
  trailer: '</PmtInf></CstmrCdtTrfInitn></Document>\n',
};
