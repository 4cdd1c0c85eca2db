/**
 * The accounts of the journal. The codes belong to this product; bookkeeping maps them to its chart of accounts. An
 * earned reward is an expense, owed nett to the agent and as PAYE to SARS (L12).
 */
export const LEDGER_ACCOUNTS = {
  expense: { code: '6100', name: 'Agent rewards', side: 'debit' },
  expired: { code: '6190', name: 'Agent rewards expired', side: 'credit' },
  payable: { code: '2310', name: 'Rewards payable to agents', side: 'credit' },
  payeAccrued: { code: '2320', name: 'PAYE on rewards not yet paid', side: 'credit' },
  payePayable: { code: '2330', name: 'PAYE payable to SARS', side: 'credit' },
  inTransit: { code: '1020', name: 'Cash in transit: payouts', side: 'credit' },
  bank: { code: '1010', name: 'Bank: payouts', side: 'credit' },
  openingBalances: { code: '3900', name: 'Opening balances', side: 'debit' },
} as const;

export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;
