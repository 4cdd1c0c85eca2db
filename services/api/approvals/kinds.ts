import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Services } from '../http/services.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** Fields before and after a change; personal ones are named as in the request's `personal`. */
export interface BeforeAndAfter {
  readonly before: Payload;
  readonly after: Payload;
}

/** A kind of change that needs a second person. */
export interface ApprovalKind {
  /** e.g. `agent.bank-details`. */
  readonly kind: string;
  /** What both persons hold. */
  readonly permission: Permission;
  /**
   * Makes the change against the state of now. A `DomainError` means that it no longer holds. It may be called again after
   * a crash, and by a process that hung while another carried the request out: each of its commands is given `once`. `payload` and `personal` are as requested.
   */
  execute(
    services: Services,
    payload: Payload,
    personal: Payload,
    context: CommandContext,
  ): Promise<Position | undefined>;
  /** What a request of this kind would change: the same fields as they stand now and as they would be. */
  change?(services: Services, payload: Payload, personal: Payload): Promise<BeforeAndAfter>;
  /** Records that personal data of a request was shown in full. An act of the administrator when not given. */
  recordReveal?(services: Services, payload: Payload, context: CommandContext): Promise<Position | undefined>;
}

const kinds = new Map<string, ApprovalKind>();

/** Makes a kind known; once a kind, when its module is loaded. */
export function approvalKind(kind: ApprovalKind): ApprovalKind {
  kinds.set(kind.kind, kind);
  return kind;
}

/** The kind of this name, or undefined: an older or newer release's. */
export const kindNamed = (name: string): ApprovalKind | undefined => kinds.get(name);
