/** A change of a list, reduced to what matters to a reader. */
interface ListChange {
  /** The last entry before the change. */
  readonly before: readonly unknown[];
  /** The entries that were added. */
  readonly after: readonly unknown[];
}

/**
 * Reduces a change that only adds entries to a list, such as a rate from a day on: the last entry before it and the
 * added ones. Null for any other change.
 */
export function addedEntries(before: unknown, after: unknown): ListChange | null {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length === 0) return null;
  const earlier = new Set(before.map((entry) => JSON.stringify(entry)));
  const added = after.filter((entry) => !earlier.has(JSON.stringify(entry)));
  return added.length > 0 && after.length === before.length + added.length
    ? { before: before.slice(-1), after: added }
    : null;
}

/**
 * How the audit log says what an event did. `%{who}` is the actor, `%{record}` the record. Events that people read
 * about have a sentence; the rest are routine events of the machine.
 */
interface Sentence {
  readonly text: string;
  /** Whether the event is routine, so that the audit log hides it until asked. */
  readonly routine?: true;
  /** What the history of an agent's account calls it, for the agent. */
  readonly own?: string;
  /** What the controls call it, if an administrator has to give a reason for it (V1). */
  readonly explained?: string;
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  AcbFileCounted: { text: 'The ACB file of a payout run was numbered', routine: true },
  AcbGenerationSet: { text: '%{who} set the number of the next ACB file' },
  AdminActed: { text: '%{who} made an operations change' },
  AdminAdded: { text: '%{who} added the administrator %{record}' },
  AdminRolesChanged: { text: '%{who} changed the roles of %{record}', explained: 'Roles changed' },
  AdminPasswordLinkRequested: { text: '%{who} sent %{record} a link to set a password' },
  AdminPasswordChanged: { text: '%{record} changed the password' },
  AdminPasskeyAdded: { text: '%{record} added a passkey' },
  AdminPasskeyRenamed: { text: '%{record} renamed a passkey', routine: true },
  AdminPasskeyRemoved: { text: '%{record} removed a passkey' },
  AdminDisabled: { text: '%{who} disabled %{record}', explained: 'Administrator disabled' },
  AdminEnabled: { text: '%{who} enabled %{record}', explained: 'Administrator enabled' },
  AdminSignedIn: { text: '%{record} signed in', routine: true },
  FileOfNumbersTaken: { text: '%{who} downloaded a file with full bank and ID numbers' },
  AdminSignInRefused: { text: 'A sign-in as %{record} was refused' },
  AgentRegistered: { text: '%{who} registered %{record}', own: 'Registered' },
  AgentActivated: { text: '%{record} was activated', own: 'Account activated' },
  AgentDetailsChanged: {
    text: '%{who} changed the details of %{record}',
    own: 'Details changed',
    explained: 'Agent details changed',
  },
  EmailChangeRequested: {
    text: '%{who} requested a new e-mail address for %{record}',
    own: 'New email address entered',
    explained: 'New e-mail address requested',
  },
  EmailChanged: { text: '%{record} confirmed a new e-mail address', own: 'Email address changed' },
  BankDetailsChanged: {
    text: '%{who} changed the bank details of %{record}',
    own: 'Banking details changed',
    explained: 'Bank details changed',
  },
  PasswordChanged: { text: '%{record} changed the password', own: 'Password changed' },
  PasswordLinkRequested: { text: '%{who} sent %{record} a link to set a password', own: 'Link to set a password sent' },
  PasswordReset: { text: '%{record} set a new password', own: 'Password reset by a link' },
  OldPasswordRefused: { text: 'A wrong old password was entered for %{record}', own: 'Wrong old password entered' },
  PasswordChangeLocked: { text: 'Password changes of %{record} were locked', own: 'Password change locked' },
  AgentUnlocked: { text: '%{who} unlocked %{record}', own: 'Password change unlocked' },
  ConsentGiven: { text: 'Consent of %{record} was recorded', own: 'Consent given' },
  ConsentWithdrawn: { text: 'Consent of %{record} was withdrawn', own: 'Consent withdrawn' },
  AgentSuspended: { text: '%{who} suspended %{record}', own: 'Account suspended' },
  AgentReinstated: { text: '%{who} reinstated %{record}', own: 'Account reinstated' },
  SignedIn: { text: '%{record} signed in', routine: true, own: 'Signed in' },
  SignInRefused: { text: 'A sign-in as %{record} was refused', own: 'Failed sign-in' },
  OtpVerified: { text: '%{record} confirmed a one-time code', routine: true, own: 'One-time code entered' },
  OtpRefused: {
    text: 'A one-time code of %{record} was refused',
    own: 'One-time code refused after too many wrong entries',
  },
  PasskeyAdded: { text: '%{record} added a passkey', own: 'Passkey added' },
  PasskeyRenamed: { text: '%{record} renamed a passkey', routine: true, own: 'Passkey renamed' },
  PasskeyRemoved: { text: '%{record} removed a passkey', own: 'Passkey removed' },
  PushSubscribed: {
    text: '%{record} switched on notifications on a device',
    routine: true,
    own: 'Notifications on a device switched on',
  },
  PushUnsubscribed: {
    text: 'Notifications of %{record} on a device ended',
    routine: true,
    own: 'Notifications on a device ended',
  },
  MonthlyGoalSet: { text: '%{record} set a monthly goal', routine: true, own: 'Monthly goal set' },
  ReferralLinkReplaced: { text: '%{record} replaced the personal referral link', own: 'Personal link replaced' },
  NotificationsChosen: { text: '%{record} chose notifications', own: 'Notification settings changed' },
  CorrectionRequested: { text: '%{record} asked for a correction of personal data', own: 'Correction requested' },
  DeletionWithdrawn: { text: '%{record} withdrew a request for erasure', own: 'Request for deletion withdrawn' },
  DeletionRequested: { text: '%{record} asked for erasure', own: 'Deletion requested' },
  AgentForgotten: { text: '%{who} erased %{record}', own: 'Data deleted' },
  TaxTreatmentSet: { text: '%{who} changed the tax treatment of %{record}', own: 'Tax treatment set' },
  NumbersViewed: {
    text: '%{who} viewed the full ID and bank numbers of %{record}',
    own: 'Full ID and bank numbers viewed or exported',
  },
  ComparisonRequested: { text: '%{who} requested a comparison of two moments' },
  ComparisonFinished: { text: 'A comparison of two moments was finished', routine: true },
  ComparisonFailed: { text: 'A comparison of two moments failed' },
  ApprovalRequested: { text: '%{who} requested approval' },
  BreakGlassAsked: { text: '%{who} requested break-glass' },
  ApprovalGiven: { text: '%{who} approved a request' },
  ApprovalRejected: { text: '%{who} rejected a request' },
  ApprovalWithdrawn: { text: '%{who} withdrew a request' },
  ApprovalExecuted: { text: 'An approved change was applied' },
  ApprovalFailed: { text: 'An approved change could not be applied' },
  AdminAttemptRefused: { text: 'An action of %{who} was refused' },
  AuditPackCreated: { text: '%{who} created an audit pack for an outsider' },
  AuditPackOpened: { text: 'An audit pack was opened by its link' },
  AuditPackRevoked: { text: '%{who} revoked the link of an audit pack' },
  LogCheckpointed: { text: 'A log checkpoint was signed', routine: true },
  DutiesAttested: { text: '%{who} attested who holds conflicting duties' },
  EnquiryReceived: { text: '%{who} sent enquiry %{record}' },
  EnquiryStatusChanged: { text: '%{who} changed the status of enquiry %{record}' },
  EnquiryAnswered: { text: '%{who} answered enquiry %{record}' },
  EnquiryNoted: { text: '%{who} added a note to enquiry %{record}' },
  EnquiryAssigned: { text: '%{who} assigned enquiry %{record}' },
  EnquiryLinked: { text: '%{who} linked enquiry %{record}' },
  EnquiryReplied: { text: '%{who} replied to enquiry %{record}' },
  EnquiryFileAttached: { text: '%{who} attached a file to enquiry %{record}' },
  EnquirySenderForgotten: { text: 'The sender of enquiry %{record} was erased' },
  EnquiryTemplateSaved: { text: '%{who} saved a reply template' },
  EnquiryTemplateRemoved: { text: '%{who} removed a reply template' },
  IntegratorAdded: { text: '%{who} added the integrator %{record}', explained: 'Integrator added' },
  IntegratorChanged: { text: '%{who} changed the integrator %{record}', explained: 'Integrator changed' },
  IntegratorKeyMade: { text: '%{who} created an API key for %{record}', explained: 'API key created' },
  IntegratorKeyRevoked: { text: '%{who} revoked an API key of %{record}', explained: 'API key revoked' },
  WebhookAdded: { text: '%{who} added a webhook to %{record}', explained: 'Webhook added' },
  WebhookSecretRotated: {
    text: '%{who} replaced the secret of a webhook of %{record}',
    explained: 'Secret of a webhook replaced',
  },
  WebhookDisabled: { text: 'A webhook of %{record} was disabled', explained: 'Webhook disabled' },
  WebhookEnabled: { text: '%{who} enabled a webhook of %{record}', explained: 'Webhook enabled' },
  WebhookRemoved: { text: '%{who} removed a webhook of %{record}', explained: 'Webhook removed' },
  IntegratorRemoved: { text: '%{who} removed the integrator %{record}', explained: 'Integrator removed' },
  BankAccountUsed: { text: 'A bank account was linked to an agent', routine: true },
  BankListed: { text: '%{who} changed a bank of the bank list' },
  BankDelisted: { text: '%{who} removed a bank from the bank list' },
  ExtraHolidaySet: { text: '%{who} added a day without payments' },
  ExtraHolidayRemoved: { text: '%{who} removed a day without payments' },
  UnpaidsLayoutSet: { text: '%{who} set the columns of the bank’s files of unpaid payments' },
  PayoutLimitsSet: { text: '%{who} changed the limits of payouts' },
  PayoutRunProposed: { text: '%{who} proposed payout run %{record}' },
  PayoutLinesFrozen: { text: 'Lines of payout run %{record} were frozen', routine: true },
  PayoutRunFrozen: { text: 'Payout run %{record} was frozen' },
  PayoutRunApprovalGiven: { text: '%{who} gave an approval of payout run %{record}' },
  PayoutRunApproved: { text: '%{who} approved payout run %{record}' },
  PayoutRunCancelled: { text: '%{who} cancelled payout run %{record}' },
  PayoutRunHeld: { text: 'Payout run %{record} was stopped' },
  PayoutRunResumed: { text: '%{who} resumed payout run %{record}' },
  PayoutLinesReleased: { text: 'Lines of payout run %{record} were released', routine: true },
  PayoutLinesChecked: { text: 'Lines of payout run %{record} were checked', routine: true },
  PayoutRunExported: { text: 'Payout run %{record} was exported to the bank' },
  BankAnswerRecorded: { text: 'A bank response for payout run %{record} was recorded', routine: true },
  BankAnswerTaken: { text: '%{who} imported the bank response of payout run %{record}' },
  PayoutResultCorrected: { text: '%{who} corrected a bank result in payout run %{record}' },
  CashInTransitBooked: { text: '%{who} booked cash in transit of payout run %{record}' },
  PayoutLinesSettled: { text: 'Lines of payout run %{record} were settled', routine: true },
  PayoutRunSettled: { text: 'Payout run %{record} was settled' },
  ChallengeCreated: { text: '%{who} created the challenge %{record}' },
  ChallengeChanged: { text: '%{who} changed the challenge %{record}' },
  ChallengeEnded: { text: '%{who} ended the challenge %{record}' },
  TiersSet: { text: '%{who} changed the tiers of agents' },
  PromotionCreated: { text: '%{who} created the promotion %{record}' },
  PromotionRateChanged: { text: '%{who} changed the rate of %{record}', explained: 'Rate of a promotion changed' },
  PromotionActivated: { text: '%{who} activated %{record}', explained: 'Promotion activated' },
  PromotionDeactivated: { text: '%{who} deactivated %{record}', explained: 'Promotion deactivated' },
  PromotionChangeWithdrawn: {
    text: '%{who} withdrew a planned change of %{record}',
    explained: 'Planned change of a promotion withdrawn',
  },
  PromotionDatesChanged: { text: '%{who} changed the dates of %{record}', explained: 'Dates of a promotion changed' },
  PromotionDescribed: { text: '%{who} changed the description of %{record}' },
  PromotionRenamed: { text: '%{who} renamed %{record}', explained: 'Promotion renamed' },
  LedgerAccountMapped: { text: '%{who} changed an account of the company’s ledger' },
  LedgerSettingsChanged: { text: '%{who} changed the settings of the company’s ledger' },
  LedgerExported: { text: '%{who} exported the journal to the company’s ledger' },
  LedgerReadBack: { text: '%{who} compared an export with the company’s ledger' },
  MonthStepAssigned: { text: '%{who} assigned a step of closing the month' },
  MonthStepSignedOff: { text: '%{who} signed off a step of closing the month' },
  MonthStepReopened: { text: '%{who} withdrew the sign-off of a step of closing the month' },
  MonthClosed: { text: '%{who} approved closing the month' },
  MonthReopened: { text: '%{who} approved reopening the month' },
  RecalculationOrdered: { text: '%{who} ordered a recalculation' },
  RecalculationBegun: { text: 'A recalculation started', routine: true },
  RecalculationRefused: { text: 'A recalculation was refused' },
  RecalculationFinished: { text: 'A recalculation finished' },
  ReconciliationAsked: { text: '%{who} started a reconciliation', routine: true },
  ReconciliationFinished: { text: 'A reconciliation finished', routine: true },
  AgentReferred: { text: '%{who} referred a person' },
  ReferralReminded: { text: '%{who} reminded a referred person' },
  ReferralRegistered: { text: 'A referred person registered' },
  ReferralCompleted: { text: 'A referral was completed' },
  ReferredPersonForgotten: { text: 'A referred person was erased' },
  ReservationRecorded: { text: '%{who} sent the reservation %{record}', routine: true },
  InvoiceRecorded: { text: '%{who} sent an invoice for %{record}', routine: true },
  CreditNoteRecorded: { text: '%{who} sent a credit note for %{record}' },
  CancellationRecorded: { text: '%{who} cancelled %{record}' },
  NoShowRecorded: { text: '%{who} reported a no-show for %{record}' },
  HoldPlaced: { text: '%{who} placed %{record} on hold' },
  HoldReleased: { text: '%{who} released the hold on %{record}' },
  RewardDecided: { text: 'The reward for %{record} was decided', routine: true },
  TaxRecordRetained: { text: 'A tax record was retained', routine: true },
  TaxRecordDestroyed: { text: 'A tax record was destroyed' },
  RewardPolicySet: { text: '%{who} changed the reward policy', explained: 'Reward policy changed' },
  RewardPosted: { text: 'A reward was booked for %{record}', routine: true },
  AccountAdjusted: { text: '%{who} corrected the balance of %{record}' },
  OpeningBalanceTaken: { text: 'The opening balance of %{record} was booked' },
  RewardCovered: { text: 'A reward of %{record} is covered by the opening balance', routine: true },
  PayoutReserved: { text: 'A payout to %{record} was reserved', routine: true },
  PayoutReleased: { text: 'A reserved payout to %{record} was released', routine: true },
  PayoutFailed: { text: 'A payout to %{record} failed' },
  PayoutPaid: { text: '%{record} was paid' },
  PayoutReinstated: { text: 'A payout to %{record} was reinstated after a corrected bank result' },
  PayoutReturned: { text: 'The bank returned a payout to %{record}' },
  RewardExpired: { text: 'A reward of %{record} expired' },
  PayoutHoldPlaced: { text: '%{who} placed payments to %{record} on hold' },
  PayoutHoldReleased: { text: '%{who} released the hold on payments to %{record}' },
  PayoutMinimumWaived: { text: '%{who} waived the payout minimum for %{record}' },
  ViewSaved: { text: '%{who} saved a view of a list', routine: true },
  ViewRemoved: { text: '%{who} removed a view of a list', routine: true },
  ViewAlertSwitched: { text: '%{who} switched the e-mail alert of a view', routine: true },
  SignalRaised: { text: 'An alert was raised' },
  SignalDismissed: { text: '%{who} dismissed an alert' },
  CertificatesOrdered: { text: '%{who} requested tax certificates' },
  SarsRuleSet: { text: '%{who} changed a rule of the file for SARS' },
  SarsFileMade: { text: '%{who} made a file for SARS' },
  SarsFileSubmitted: { text: '%{who} recorded that a file was submitted to SARS' },
  CertificatesCancelled: { text: '%{who} recorded that certificates were cancelled at SARS' },
  CertificateIssued: { text: 'A tax certificate was issued', routine: true },
  CertificateReissued: { text: '%{who} issued a tax certificate again' },
  CertificateWithdrawn: { text: '%{who} withdrew a tax certificate' },
};

/** The sentence of a type of event, with `%{who}` and `%{record}`. */
export const sentenceOf = (type: string): string => SENTENCES[type]?.text ?? `%{who}: ${type}`;

/** What the agent's own history calls a type of event of an agent. */
export const ownTextOf = (type: string): string => SENTENCES[type]?.own ?? type;

/** Types of events that the audit log hides until asked: machine work and ordinary sign-ins. */
export const ROUTINE_TYPES: readonly string[] = Object.keys(SENTENCES).filter((type) => SENTENCES[type]?.routine);

/** Changes by administrators for which the controls expect a reason, by event type (V1). */
export const EXPLAINED_CHANGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SENTENCES).flatMap(([type, { explained }]) => (explained === undefined ? [] : [[type, explained]])),
);

/** Types of events with a sentence. */
export const SENTENCE_TYPES: readonly string[] = Object.keys(SENTENCES);

/** A sentence with its names as plain text, for mails and files. */
export const sentenceText = (
  type: string,
  { who, record }: { readonly who: string; readonly record: string },
): string => sentenceOf(type).replace('%{who}', who).replace('%{record}', record);
