import type { PushDevice } from '@fynbos/domain/agent/notifications.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Sender, Words } from './layout.ts';

/** Dependencies for composing notices. */
export interface ComposerParts {
  readonly log: EventLog;
  readonly tokens: Tokens;
  readonly publicUrl: string;
  readonly sender: Sender;
}

/** A text with its recipient; `cell` is null when there is no SMS version. */
export interface Addressed {
  readonly words: Words;
  readonly email: string;
  readonly cell: string | null;
  /** Devices that receive the message as a notification; none when not given. */
  readonly devices?: readonly PushDevice[];
}
