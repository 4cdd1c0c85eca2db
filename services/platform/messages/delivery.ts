/**
 * A message was certainly not sent. It may be tried again, unless it is `final`. After any other error the outcome is
 * unknown.
 */
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
