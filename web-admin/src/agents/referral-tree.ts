/** The number of an agent. */
export type AgentId = number;

/** A referral somewhere below an agent; `parent` is the agent who made it. */
export interface Branch {
  readonly id: string;
  readonly parent: AgentId;
  readonly agentId: AgentId | null;
  readonly name: string;
  readonly agencyName: string;
  readonly registrationStatus: string;
  readonly referredOn: string;
}

/** The referrals by who made them, in the order given. */
export function branchesOf(below: readonly Branch[]): ReadonlyMap<AgentId, readonly Branch[]> {
  const children = new Map<AgentId, Branch[]>();
  for (const branch of below) {
    const siblings = children.get(branch.parent);
    if (siblings) siblings.push(branch);
    else children.set(branch.parent, [branch]);
  }
  return children;
}
