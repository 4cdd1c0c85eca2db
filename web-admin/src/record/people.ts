/** A person as the lists of agents and administrators return them. */
export interface Named {
  readonly name?: string;
  readonly title?: string;
  readonly firstName?: string;
  readonly surname?: string;
}

/** Formats the name of an agent (`Ms Ashleigh Abrahams`) or an administrator. */
export const personName = (person: Named | null | undefined): string =>
  person?.name ?? [person?.title, person?.firstName, person?.surname].filter(Boolean).join(' ');
