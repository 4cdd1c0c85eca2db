export type AgentId = number;

/** A direct or indirect referral of an agent; `parent` is the referring agent. */
export interface Branch {
  readonly id: string;
  readonly parent: AgentId;
  readonly agentId: AgentId | null;
  readonly name: string;
  readonly agencyName: string;
  readonly registrationStatus: string;
  readonly referredOn: string;
}

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
