/** The forms of address that a person can choose. */
export const TITLES = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Prof', 'Adv', 'Rev'] as const;
