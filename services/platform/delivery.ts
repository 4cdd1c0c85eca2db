/** A message surely did not leave: it may be tried again. Any other error leaves its fate unknown. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}
