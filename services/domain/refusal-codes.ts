/** The words of a text. */
type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Text;

/** Stable names by which programs tell refusals apart. A code that is missing here does not compile. */
interface RefusalCodes {
  readonly 'acb-files': 'next';
  readonly admin: Words<'disabled email-taken exists last link-dead not-yet password-changed roles-missing unknown'>;
  readonly agent:
    | Words<'bank-changed bic contact-changed contact-frozen deletion-not-asked-for email-taken exists'>
    | Words<'id-number-fixed id-number-taken link-dead not-yet password-changed password-locked payout-under-way'>
    | Words<'suspended tracking-number-taken two-kinds unknown wrong-password'>;
  readonly approval:
    | Words<'approver break-glass exists failed kind lapsed no-checks not-yours nothing-hidden others-there'>
    | Words<'others-unknown over own requester too-soon unknown unreadable waits'>;
  readonly 'audit-pack': Words<'expiresInDays link records size to unknown'>;
  readonly 'bank-list': Words<'branchCode name'>;
  readonly 'business-days': Words<'day name pay-date'>;
  readonly challenge: Words<'badge description ended exists from iataNumber measure target title to unknown'>;
  readonly comparison: Words<'gone months not-done to unknown'>;
  readonly device: 'unknown';
  readonly duties: Words<'note seen'>;
  readonly enquiry:
    | Words<'assignee exists file-type file-unknown forgotten not-back-to-pending not-yet resolved'>
    | Words<'too-many-files unknown'>;
  readonly event: 'unknown';
  readonly events: 'from';
  readonly integrator: Words<'exists key-exists key-unknown not-yet scopes-missing unknown'>;
  readonly 'integrator-list': Words<'form unknown'>;
  readonly item: 'unknown';
  readonly journal: 'open-day';
  readonly 'ledger-account': 'unknown';
  readonly 'ledger-export':
    | Words<'changed chart chart-changed code empty file from incomplete name sageFirstMonth'>
    | Words<'sapCompanyCode sapDocumentType to unbalanced unknown xeroTaxRate'>;
  readonly log: 'not-signed';
  readonly 'month-close':
    | Words<'adminId blocked changed closed incomplete month note open order running seen step'>
    | 'unsigned';
  readonly 'month-end': 'month';
  readonly notice: 'not-dead';
  readonly otp: 'invalid';
  readonly parked: Words<'none other-release'>;
  readonly passkey: Words<'exists invalid refused too-many unknown wrong-password'>;
  readonly 'payout-limits': Words<'approverBands crossBorderItemCents eftItemCents statedTotalFromCents'>;
  readonly 'payout-run':
    | Words<'answer answer-day answer-differs answer-part answer-size contended cut-off empty exists'>
    | Words<'file file-changed held no-line no-result open pain001 pay-date reference rights same-result'>
    | Words<'second-person settling statement statement-unchecked status total unchecked unknown'>;
  readonly promotion:
    | Words<'code-taken dates day-gone ended exists no-change not-planned not-yet planned rate'>
    | Words<'switch-day unknown'>;
  readonly push: 'endpoint';
  readonly reason: 'malformed';
  readonly recalculation: 'unknown';
  readonly reconciliation: 'unknown';
  readonly referral: Words<'already-registered exists not-pending number oneself referrer reminded unknown'>;
  readonly rental: Words<'conflict foreign unknown'>;
  readonly replay: Words<'over unknown'>;
  readonly 'reward-policy':
    | Words<'coolingHours expiryMonths holdReleaseLimitCents minimumRewardCents none payeRate'>
    | Words<'payoutMinimumCents treatmentCountries'>;
  readonly 'rewards-account': Words<'amounts changed hold-large hold-unknown opening paid-since reservation reserved'>;
  readonly 'sars-rules': Words<'code pattern source text'>;
  readonly session: 'unknown';
  readonly signal: Words<'dismissed held unknown'>;
  readonly stream: 'unknown';
  readonly tax:
    | Words<'cancelled certificate-unknown certificate-withdrawn directive-end file file-older'>
    | Words<'file-submitted file-unknown interim not-submitted period-open rate still-valid'>
    | Words<'incomplete submission-day year'>;
  readonly template: Words<'title unknown'>;
  readonly tiers: 'invalid';
  readonly 'unpaids-layout': Words<'amount day reference returnReason'>;
  readonly verification: 'unknown';
  readonly view: Words<'alert many name unknown'>;
  readonly webhook: Words<'exists kinds-missing too-many unknown url'>;
  readonly 'what-if': Words<'definition gone many not-done nothing older over terms-as-of unknown'>;
}

export type CodeOf<Subject extends keyof RefusalCodes> = RefusalCodes[Subject];

/** `payout-run.contended` also refuses a bank response that met another. */
export type RefusalCode =
  | { [Subject in keyof RefusalCodes]: `${Subject}.${RefusalCodes[Subject]}` }[keyof RefusalCodes]
  | `${string}.contended`
  | Words<'demo-clock empty invalid no-history no-such-call not-allowed nothing-there sign-in-first stale'>;
