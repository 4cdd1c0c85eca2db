import type { ApprovalDetail } from '@fynbos/api/approvals/answers.ts';
/** A field before and after. `masked`: only the ends of the values are shown. */
export type RequestedChange = Omit<ApprovalDetail['changes'][number], 'masked'> & { readonly masked?: boolean };

export type Request = Pick<
  ApprovalDetail,
  'kind' | 'permission' | 'status' | 'requestedAt' | 'fields' | 'payload' | 'personal'
> &
  Partial<Pick<ApprovalDetail, 'changes' | 'asRequested'>>;
