import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import type { Sessions } from '../auth/sessions.ts';

const ENDINGS = [
  'PasswordChanged',
  'PasswordReset',
  'BankDetailsChanged',
  'AgentSuspended',
  'AdminPasswordChanged',
  'AdminRolesChanged',
  'AdminDisabled',
] as const;
type Ending = Extract<AgentEvent | AdminEvent, { type: (typeof ENDINGS)[number] }>;

/**
 * Ends sessions from before a change of password, bank account or rights, or a suspension, except the one that made it
 * (C8). The request ends them as well; the reaction does when its process died after the append.
 */
export const endSessionsReaction = (sessions: Sessions): Reaction =>
  reactionTo<Ending>({
    name: 'end-sessions',
    eventTypes: ENDINGS,
    startAt: 'head',
    async react(batch) {
      for (const { streamId, data, revision } of batch) {
        const own = ('sessionId' in data && data.sessionId) || null;
        await sessions.endOthers(streamId, own, revision);
      }
    },
  });
