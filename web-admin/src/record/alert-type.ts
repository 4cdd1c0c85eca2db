/** The kind of alert for a call that failed: a warning where the record does not exist (404), otherwise an error. */
export const alertType = (error: unknown): 'warning' | 'error' =>
  (error as { status?: number } | null)?.status === 404 ? 'warning' : 'error';
