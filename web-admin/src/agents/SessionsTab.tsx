import type { AgentSession } from '@fynbos/api/agents/answers.ts';
import { call, get } from '../api/http.ts';
import { SessionTable } from '../record/SessionTable.tsx';

/** Active sessions of an agent; each can be ended. */
export function SessionsTab({ id }: { id: number }) {
  const path = `travel-agents/${id}/sessions`;
  return (
    <SessionTable
      end={(sessionId) => call('DELETE', `${path}/${sessionId}`)}
      list={async () =>
        (await get<AgentSession[]>(path)).map(({ sessionId, ...session }) => ({ id: sessionId, ...session }))
      }
      of={`agent ${id}`}
    />
  );
}
