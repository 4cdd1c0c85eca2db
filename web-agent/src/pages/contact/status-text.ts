/** An enquiry's status in the words of the agent's pages. */
export const STATUS_TEXT: Readonly<Record<string, string>> = {
  pending: 'Received. We’ll reply soon.',
  Activated: 'We are working on it.',
  Escalated: 'It has been passed to a specialist.',
  Resolved: 'Resolved. Need anything else? Send a new enquiry.',
};
