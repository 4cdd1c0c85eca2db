/** Returns the alert type of a failed call: a warning for a missing record (404), otherwise an error. */
export const alertType = (error: unknown): 'warning' | 'error' =>
  (error as { status?: number } | null)?.status === 404 ? 'warning' : 'error';
