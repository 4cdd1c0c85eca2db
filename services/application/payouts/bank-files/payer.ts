import type { Payer } from '@fynbos/domain/bank-files/format.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';

/**
 * The payer from the configuration. ACB files use the first ten characters of the statement reference as the
 * abbreviated name.
 */
export const payerOf = (programme: Programme): Payer => ({
  name: programme.PAYER_ACCOUNT_NAME,
  accountNumber: programme.PAYER_ACCOUNT_NUMBER,
  branchCode: programme.PAYER_BRANCH_CODE,
  userCode: programme.BANK_USER_CODE,
  bopCategory: programme.BOP_CATEGORY,
  shortName: programme.STATEMENT_REFERENCE.slice(0, 10).trimEnd(),
});
