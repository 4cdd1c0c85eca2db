import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import type { DemoData } from '../data/demo-data.ts';
import type { Act, Step } from '../step.ts';
import { timeOf } from './times.ts';

interface DemoChallenge {
  readonly createdOn: Day;
  readonly body: {
    readonly title: string;
    readonly description: string;
    readonly from: Day;
    readonly to: Day;
    readonly measure: 'rentals' | 'nett';
    readonly target: number;
    readonly iataNumber: string | null;
    readonly badge: string;
  };
}

/** An ended, a running and a planned challenge for all agents, and a running one of the first visitor's agency. */
function makeChallenges({ last, agents }: DemoData): readonly DemoChallenge[] {
  const on = (days: number): Day => addDays(last, days);
  const visitor = agents.find(({ how }) => how === 'registered');
  const all = { measure: 'rentals', iataNumber: null } as const;
  return [
    {
      createdOn: on(-75),
      body: {
        ...all,
        title: 'Twenty before summer',
        description: 'Twenty rewarded rentals in the six weeks before the season starts.',
        from: on(-68),
        to: on(-26),
        target: 20,
        badge: 'Early bloomer',
      },
    },
    {
      createdOn: on(-24),
      body: {
        ...all,
        title: 'Summer forty',
        description: 'Forty rewarded rentals by the end of the challenge. Every promotion code counts.',
        from: on(-20),
        to: on(25),
        target: 40,
        badge: 'Summer star',
      },
    },
    {
      createdOn: on(-13),
      body: {
        title: 'Five thousand together',
        description: 'Each agent of the agency earns R5 000 after tax.',
        from: on(-12),
        to: on(18),
        measure: 'nett',
        target: 5_000_00,
        badge: 'Team spirit',
        iataNumber: visitor?.form.iataNumber ?? null,
      },
    },
    {
      createdOn: on(-2),
      body: {
        ...all,
        title: 'New year ten',
        description: 'Ten rewarded rentals in the first weeks of the new year.',
        from: on(38),
        to: on(66),
        target: 10,
        badge: 'Fresh start',
      },
    },
  ];
}

/** Challenges as an administrator creates them. */
export const challenges: Step = (data) =>
  makeChallenges(data).map(({ createdOn, body }): Act => {
    const at = timeOf(createdOn, 10, body.title.length * 131);
    return {
      key: `challenge ${body.title}`,
      at,
      about: ['challenges'],
      perform: async ({ client, people, marker }) => {
        const token = await people.admin();
        // May exist from an interrupted load.
        if (marker.isResumed) {
          const found = await client.call<{ title: string }[]>('GET', '/api/admin/challenges', { token });
          if (found.some(({ title }) => title === body.title)) return;
        }
        await client.call('POST', '/api/admin/challenges', { at, body, token });
      },
    };
  });
