import { DomainError } from '@fynbos/domain/errors.ts';

/** The tax year of a path. Throws `tax.year`. */
export const yearOf = (call: { params: Readonly<Record<string, string>> }): number => {
  const year = Number(call.params.id);
  if (!Number.isSafeInteger(year) || year < 2000 || year > 2200)
    throw new DomainError('not-found', 'tax.year', 'Tax year not found.');
  return year;
};
