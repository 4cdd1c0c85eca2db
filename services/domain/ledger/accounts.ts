/**
 * The accounts that the journal names. The codes are this product's own: the company's bookkeeping maps them to its
 * chart of accounts. Rewards are an expense when they are earned, owed nett to the agent and as PAYE to SARS.
 */
export const LEDGER_ACCOUNTS = {
  expense: { code: '6100', name: 'Agent rewards', side: 'debit' },
  expired: { code: '6190', name: 'Agent rewards expired', side: 'credit' },
  payable: { code: '2310', name: 'Rewards payable to agents', side: 'credit' },
  payeAccrued: { code: '2320', name: 'PAYE on rewards not yet paid', side: 'credit' },
  payePayable: { code: '2330', name: 'PAYE payable to SARS', side: 'credit' },
  bank: { code: '1010', name: 'Bank: payouts', side: 'credit' },
  takenOver: { code: '3900', name: 'Balances taken over', side: 'debit' },
} as const;

export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;
