const AREAS: Readonly<Record<string, string>> = {
  agent: 'travel-agents',
  promotion: 'promotions',
  challenge: 'challenges',
  enquiry: 'contact-support',
  rental: 'rewards',
  integrator: 'integrators',
  admin: 'admins',
  approval: 'approvals',
};

/** Returns the address of the record of a stream, with its history; null for a stream without a page. */
export function recordLink(streamId: string): string | null {
  const at = streamId.indexOf('-');
  if (streamId.startsWith('rewards-account-'))
    return `/travel-agents/${streamId.slice('rewards-account-'.length)}?tab=Rewards`;
  const area = AREAS[streamId.slice(0, at)];
  const id = encodeURIComponent(streamId.slice(at + 1));
  return area ? `/${area}/${id}?tab=History` : null;
}
