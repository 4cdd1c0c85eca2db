/** Certainly not sent: may be tried again, unless `final`. After any other error the outcome is unknown. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  /** `final`: the receiving server permanently rejects the address. */
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}

/** Whether the connection was never established. */
export function neverLeft(error: unknown): boolean {
  const { code = '', name = '' } = (error as { cause?: { code?: string; name?: string } } | null)?.cause ?? {};
  if (name === 'NotPublic') return true;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  );
}
