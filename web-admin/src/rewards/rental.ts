import type { Rental } from '@fynbos/api/rewards/answers.ts';

export type { Rental } from '@fynbos/api/rewards/answers.ts';
/** A fact that an integrator sent, with its fields. */
export type Fact = Rental['facts'][number];

/** A decision as the server returns it. Amounts in cents. */
export type Decision = NonNullable<Rental['decision']>;
