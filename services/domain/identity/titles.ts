/** The forms of address that a person can choose (edges.md, Lists, pages, data). */
export const TITLES = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Prof', 'Adv', 'Rev'] as const;
