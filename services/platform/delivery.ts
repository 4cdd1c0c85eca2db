/** A message surely did not leave: it may be tried again, unless it is `final`. Any other error leaves its fate unknown. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  /** `final`: whoever would bring it says that this address is none, and will say so each time. */
  constructor(
    message: string,
    readonly final = false,
  ) {
    super(message);
  }
}
