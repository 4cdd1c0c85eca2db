import type { ReferralTree } from '@fynbos/api/referrals/answers.ts';

export type AgentId = number;

/** A direct or indirect referral of an agent; `parent` is the referring agent. */
export type Branch = Omit<ReferralTree['below'][number], 'generation'>;

/** Groups referrals by referring agent, in the given order. */
export function branchesOf(below: readonly Branch[]): ReadonlyMap<AgentId, readonly Branch[]> {
  const children = new Map<AgentId, Branch[]>();
  for (const branch of below) {
    const siblings = children.get(branch.parent);
    if (siblings) siblings.push(branch);
    else children.set(branch.parent, [branch]);
  }
  return children;
}
