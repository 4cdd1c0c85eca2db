import { referenceNumberOf } from '../enquiry/enquiry.ts';

/** The reference number of a request for deletion: derived from the request's id, so that it is not stored. */
export function deletionReference(requestId: string): string {
  const digits = requestId.replaceAll('-', '').match(/../g) ?? [];
  const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
  return referenceNumberOf(bytes) ?? `FR-${requestId.slice(0, 8).toUpperCase()}`;
}
