/** Where support is reached; demo values unless the build was configured otherwise (edges.md, Lists, pages, data). */
export const SUPPORT = { email: __SUPPORT_EMAIL__, web: __SUPPORT_WEB__, headOffice: __HEAD_OFFICE__ } as const;

export const PROGRAMME = 'Fynbos Rewards';
