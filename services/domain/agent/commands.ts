import type { PasskeyCommand, PasskeyUse } from '../passkey/passkeys.ts';
import type { AgentDetails, BankAccount } from './details.ts';
import type { AgentSource, Consent, Kept, OtpPurpose } from './events.ts';
import type { NoticeGroups, PushCommand } from './notifications.ts';
import type { TaxTreatment } from './tax-treatment.ts';

/** The effect of a correct one-time code. A step-up code only proves itself: the session may then make one change. */
export type OtpProof =
  | { readonly purpose: 'registration'; readonly loyaltyTrackingNo: string; readonly activeFrom: string }
  /** `passwordVersion`: the version of the password that was correct before the code was sent. */
  | { readonly purpose: 'sign-in'; readonly sessionId: string; readonly passwordVersion: number }
  | { readonly purpose: Exclude<OtpPurpose, 'registration' | 'sign-in'>; readonly sessionId: string };

/** The commands of an agent. `at` is the instant of the command (ISO 8601 UTC), passed in; hashes are argon2id. */
export type AgentCommand =
  | {
      readonly type: 'RegisterAgent';
      readonly at: string;
      readonly agentId: number;
      readonly source: AgentSource;
      readonly details: AgentDetails;
      readonly bank: BankAccount | null;
      readonly passwordHash: string | null;
      readonly termsAccepted: boolean;
      readonly employerConsent: boolean;
      /** The agent by whose personal link the person registers. */
      readonly referredByAgentId?: number | undefined;
    }
  /** Takes over an agent of an earlier system, who is asked by e-mail to set a password. */
  | {
      readonly type: 'MigrateAgent';
      readonly at: string;
      readonly agentId: number;
      readonly requestId: string;
      readonly details: AgentDetails;
      readonly bank: BankAccount;
      readonly termsAccepted: boolean;
      readonly employerConsent: boolean;
      readonly loyaltyTrackingNo: string;
      readonly activeFrom: string;
    }
  | { readonly type: 'Activate'; readonly at: string; readonly loyaltyTrackingNo: string; readonly activeFrom: string }
  | { readonly type: 'ChangeDetails'; readonly at: string; readonly details: Partial<AgentDetails> }
  | {
      readonly type: 'RequestEmailChange';
      readonly at: string;
      readonly requestId: string;
      readonly emailAddress: string;
    }
  | { readonly type: 'ConfirmEmailChange'; readonly at: string; readonly requestId: string }
  | { readonly type: 'ChangeBankDetails'; readonly at: string; readonly bank: Partial<BankAccount> }
  | {
      readonly type: 'ChangePassword';
      readonly at: string;
      /** The version of the old password that was correct. */
      readonly passwordVersion: number;
      readonly passwordHash: string;
    }
  | { readonly type: 'RefuseOldPassword'; readonly at: string }
  | {
      readonly type: 'RequestPasswordLink';
      readonly at: string;
      readonly requestId: string;
      readonly how: 'reset' | 'set';
    }
  | { readonly type: 'ResetPassword'; readonly at: string; readonly requestId: string; readonly passwordHash: string }
  | { readonly type: 'Unlock'; readonly at: string }
  | { readonly type: 'GiveConsent' | 'WithdrawConsent'; readonly at: string; readonly consent: Consent }
  | { readonly type: 'Suspend' | 'Reinstate'; readonly at: string; readonly reason: string }
  | { readonly type: 'VerifyOtp'; readonly at: string; readonly codeId: string; readonly proof: OtpProof }
  | PasskeyCommand
  | PushCommand
  /** A passkey with user verification replaces the password and the code. */
  | {
      readonly type: 'SignInWithPasskey';
      readonly at: string;
      readonly sessionId: string;
      readonly passkey: PasskeyUse;
    }
  /** A remembered device replaces the code. `passwordVersion`: the version of the password that was correct. */
  | {
      readonly type: 'SignInFromDevice';
      readonly at: string;
      readonly sessionId: string;
      readonly passwordVersion: number;
      readonly deviceId: string;
    }
  /** Wrong entries used up the attempts of a code. */
  | {
      readonly type: 'RecordRefusedOtp';
      readonly at: string;
      readonly codeId: string;
      readonly purpose: OtpPurpose;
      readonly tries: number;
    }
  | {
      readonly type: 'RecordRefusedSignIn';
      readonly at: string;
      readonly why: 'wrong-password' | 'suspended' | 'no-password';
    }
  | {
      readonly type: 'ChooseNotifications';
      readonly at: string;
      readonly byEmail: boolean;
      readonly bySms: boolean;
      /** Groups that are switched on or off; the others stay as they are. */
      readonly groups?: Partial<NoticeGroups>;
    }
  | {
      readonly type: 'RequestCorrection' | 'RequestDeletion';
      readonly at: string;
      readonly requestId: string;
      readonly request: string;
    }
  /** `nettCents`: above zero, or null for no goal. */
  | { readonly type: 'SetMonthlyGoal'; readonly at: string; readonly nettCents: number | null }
  | { readonly type: 'WithdrawDeletion' | 'ReplaceReferralLink'; readonly at: string }
  | {
      readonly type: 'Forget';
      readonly at: string;
      readonly kept: readonly Kept[];
      readonly keptUntil: string | null;
      /**
       * The erasure request, where the log does not hold it: after a restore, for an agent who was erased since the
       * backup.
       */
      readonly requestId?: string;
    }
  | {
      readonly type: 'SetTaxTreatment';
      readonly at: string;
      readonly effectiveFrom: string;
      readonly treatment: TaxTreatment;
    }
  | {
      readonly type: 'RecordNumbersViewed';
      readonly at: string;
      readonly fields: readonly ('idNumber' | 'taxNumber' | 'bankAccountNumber')[];
      readonly how: 'viewed' | 'exported';
    };
