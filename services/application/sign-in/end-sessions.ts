import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import type { Sessions } from '../auth/sessions.ts';

type Ending = Extract<
  AgentEvent | AdminEvent,
  {
    type: 'PasswordChanged' | 'PasswordReset' | 'BankDetailsChanged' | 'AgentSuspended' | 'AdminPasswordChanged';
  }
>;

/**
 * Ends the sessions that began before a person's password or bank account changed or the person was suspended, except the
 * one that made the change (C8). The request ends them at once; the reaction does when its process died after the append.
 */
export const endSessionsReaction = (sessions: Sessions): Reaction =>
  reactionTo<Ending>({
    name: 'end-sessions',
    eventTypes: ['PasswordChanged', 'PasswordReset', 'BankDetailsChanged', 'AgentSuspended', 'AdminPasswordChanged'],
    startAt: 'head',
    async react(batch) {
      for (const { streamId, data, metadata } of batch) {
        const own = ('sessionId' in data && data.sessionId) || null;
        await sessions.endOthers(streamId, own, new Date(metadata.recordedAt));
      }
    },
  });
