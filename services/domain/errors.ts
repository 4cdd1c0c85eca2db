import type { RefusalCode } from './refusal-codes.ts';

/** The API maps each kind to one HTTP status. */
export type RefusalKind = 'invalid' | 'not-found' | 'conflict' | 'forbidden' | 'unauthenticated' | 'stale';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** A command that a business rule refuses. `message` is the specification's text where it has one. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly kind: RefusalKind,
    readonly code: RefusalCode,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
  }
}

/** Each attempt met another change of the record; may be repeated. `subject`: the decider's name, or `claim`. */
export class Contended extends DomainError {
  constructor(subject: string) {
    super('conflict', `${subject}.contended`, 'Someone else changed this at the same time. Please try again.');
  }
}

export const fieldError = (
  code: RefusalCode,
  field: string,
  message: string,
  kind: RefusalKind = 'invalid',
): DomainError => new DomainError(kind, code, message, [{ field, message }]);

/** The caller saw another version. */
export const staleRecord = (): DomainError =>
  new DomainError('stale', 'stale', 'Someone else has changed this record. Reload it and repeat your change.');

export const isDomainError = (error: unknown): error is DomainError => error instanceof DomainError;
