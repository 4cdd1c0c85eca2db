import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { Sessions } from '../auth/sessions.ts';
import type { Application } from '../services.ts';

const SESSION_ENDING_EVENTS = [
  'PasswordChanged',
  'PasswordReset',
  'BankDetailsChanged',
  'AgentSuspended',
  'AdminPasswordChanged',
  'AdminRolesChanged',
  'AdminDisabled',
] as const;
type Ending = Extract<AgentEvent | AdminEvent, { type: (typeof SESSION_ENDING_EVENTS)[number] }>;

/**
 * Ends sessions from before a change of password, bank account or rights, or a suspension, except the one that made it
 * (C8). The request ends them as well; the reaction does when its process died after the append.
 */
export function endSessionsReaction({ db, now }: Pick<Application, 'db' | 'now'>): Reaction {
  const sessions = new Sessions(db, now);
  return reactionTo<Ending>({
    name: 'end-sessions',
    eventTypes: SESSION_ENDING_EVENTS,
    startAt: 'head',
    async react(batch) {
      for (const { streamId, data, revision } of batch) {
        const own = ('sessionId' in data && data.sessionId) || null;
        await sessions.endOthers(streamId, own, revision);
      }
    },
  });
}
