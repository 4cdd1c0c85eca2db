import type { DataOf } from '../event-schema.ts';
import type { PasskeyCommand, PasskeyUse } from '../passkey/passkeys.ts';
import type { AgentDetails, BankAccount } from './details.ts';
import type { AgentEvent, Consent, OtpPurpose, RetainedKind } from './events.ts';
import type { NoticeGroups, PushCommand } from './notifications.ts';
import type { TreatmentFrom } from './tax-treatment.ts';

/** The effect of a correct one-time code. A step-up code only proves itself: the session may then make one change. */
export type OtpProof =
  | { readonly purpose: 'registration'; readonly loyaltyTrackingNo: string; readonly activeFrom: string }
  /** `passwordVersion`: the version of the password that was correct before the code was sent. */
  | { readonly purpose: 'sign-in'; readonly sessionId: string; readonly passwordVersion: number }
  | { readonly purpose: Exclude<OtpPurpose, 'registration' | 'sign-in'>; readonly sessionId: string };

type NumbersViewed = DataOf<AgentEvent, 'NumbersViewed'>;
type Registered = DataOf<AgentEvent, 'AgentRegistered'>;
type Activation = Omit<DataOf<AgentEvent, 'AgentActivated'>, 'activatedAt'>;

/** Hashes are argon2id. */
export type AgentCommand =
  /** `referredByAgentId`: the agent who sent the personal link that the person registers with. */
  | ({ readonly type: 'RegisterAgent' } & NonNullable<Registered['personal']> &
      Omit<Registered, 'taxNumberValid' | 'bankChangedAt' | 'registeredAt' | 'personal'>)
  /** Migrates an agent of an earlier system, who is asked by e-mail to set a password. */
  | ({
      readonly type: 'MigrateAgent';
      readonly requestId: string;
      readonly details: AgentDetails;
      readonly bank: BankAccount;
    } & Pick<Registered, 'agentId' | 'termsAccepted' | 'employerConsent'> &
      Activation)
  | ({ readonly type: 'Activate' } & Activation)
  | { readonly type: 'ChangeDetails'; readonly details: Partial<AgentDetails> }
  | { readonly type: 'RequestEmailChange'; readonly requestId: string; readonly emailAddress: string }
  | { readonly type: 'ConfirmEmailChange'; readonly requestId: string }
  /** `sessionId`: the agent's session that makes the change. */
  | { readonly type: 'ChangeBankDetails'; readonly bank: Partial<BankAccount>; readonly sessionId?: string }
  /** `passwordVersion`: of the correct old password. `sessionId`: the session that makes the change. */
  | {
      readonly type: 'ChangePassword';
      readonly passwordVersion: number;
      readonly passwordHash: string;
      readonly sessionId?: string;
    }
  | { readonly type: 'RefuseOldPassword' }
  | { readonly type: 'RequestPasswordLink'; readonly requestId: string; readonly how: 'reset' | 'set' }
  | { readonly type: 'ResetPassword'; readonly requestId: string; readonly passwordHash: string }
  | { readonly type: 'Unlock' }
  | { readonly type: 'GiveConsent' | 'WithdrawConsent'; readonly consent: Consent }
  | { readonly type: 'Suspend' | 'Reinstate'; readonly reason: string }
  | { readonly type: 'VerifyOtp'; readonly codeId: string; readonly proof: OtpProof }
  | PasskeyCommand
  | PushCommand
  /** A passkey with user verification replaces the password and the code. */
  | { readonly type: 'SignInWithPasskey'; readonly sessionId: string; readonly passkey: PasskeyUse }
  /** A remembered device replaces the code. `passwordVersion`: the version of the password that was correct. */
  | {
      readonly type: 'SignInFromDevice';
      readonly sessionId: string;
      readonly passwordVersion: number;
      readonly deviceId: string;
    }
  /** Wrong entries used up the attempts of a code. */
  | ({ readonly type: 'RecordRefusedOtp' } & Omit<DataOf<AgentEvent, 'OtpRefused'>, 'refusedAt'>)
  | ({ readonly type: 'RecordRefusedSignIn' } & Omit<DataOf<AgentEvent, 'SignInRefused'>, 'refusedAt'>)
  /** `groups`: those that are switched on or off; the others stay as they are. */
  | {
      readonly type: 'ChooseNotifications';
      readonly byEmail: boolean;
      readonly bySms: boolean;
      readonly groups?: Partial<NoticeGroups>;
    }
  | { readonly type: 'RequestCorrection' | 'RequestDeletion'; readonly requestId: string; readonly request: string }
  /** `nettCents`: above zero, or null for no goal. */
  | { readonly type: 'SetMonthlyGoal'; readonly nettCents: number | null }
  | { readonly type: 'WithdrawEmailChange' | 'WithdrawDeletion' | 'ReplaceReferralLink' }
  | {
      readonly type: 'Erase';
      readonly kept: readonly RetainedKind[];
      readonly keptUntil: string | null;
      /** An erasure that the log does not hold: after a restore, of an agent who was erased since the backup. */
      readonly listed?: { readonly requestId: string; readonly forgottenAt: string };
    }
  | ({ readonly type: 'SetTaxTreatment' } & TreatmentFrom)
  | {
      readonly type: 'RecordNumbersViewed';
      readonly fields: readonly NumbersViewed['fields'][number][];
      readonly how: NumbersViewed['how'];
    };

export type AgentCommandOf<Type extends AgentCommand['type']> = Extract<AgentCommand, { type: Type }>;
