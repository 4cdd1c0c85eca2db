import request from 'supertest';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newAgent, type SignedInAgent } from './people.ts';
import { type RunningApp, runApp } from './running-app.ts';

/** The product for a test file, and a newly signed-in agent for each test. */
export interface AgentSuite {
  readonly running: RunningApp;
  readonly agent: SignedInAgent;
  /** Switches to another session of the agent. */
  goOnWith(token: string): void;
  /** A call below `/api` as the agent, or with another token. */
  call(method: 'get' | 'post' | 'put' | 'delete', path: string, token?: string): request.Test;
}

/** Starts the product before a file's tests. Gives each test its own agent, a minute after the previous one. */
export function agentSuite(): AgentSuite {
  let running: RunningApp;
  let agent: SignedInAgent;
  beforeAll(async () => {
    running = await runApp();
  });
  beforeEach(async () => {
    running.pass(60_000);
    agent = await newAgent(running);
  });
  afterAll(() => running.close());
  return {
    get running() {
      return running;
    },
    get agent() {
      return agent;
    },
    goOnWith(token) {
      agent = { ...agent, token };
    },
    call: (method, path, token = agent.token) =>
      request(running.app)[method](`/api${path}`).auth(token, { type: 'bearer' }),
  };
}
