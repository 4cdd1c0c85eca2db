import type { Liability } from '@fynbos/api/liability/answers.ts';

export type AgeBucket = Liability['ages'][number]['bucket'];

/** Builds the address of the list of agents behind a figure. */
export const agentsBehind = (filter: Readonly<Record<string, string>>): string =>
  `/liability/agents?filter=${encodeURIComponent(JSON.stringify(filter))}`;
