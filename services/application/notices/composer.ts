import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Tokens } from '@fynbos/platform/tokens.ts';
import type { Sender, Words } from './layout.ts';

/** What notices are put into words with. */
export interface ComposerParts {
  readonly log: EventLog;
  readonly tokens: Tokens;
  readonly publicUrl: string;
  readonly sender: Sender;
}

/** Words and whom they are for; `cell` null where there is no SMS of it. */
export interface Addressed {
  readonly words: Words;
  readonly email: string;
  readonly cell: string | null;
}
