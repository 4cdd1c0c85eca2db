/** Hours for which a change of e-mail or cell number freezes bank changes and payouts. */
export const CONTACT_FREEZE_HOURS = 72;

/** Validity of the link to a new e-mail address, in hours; a password change ends it at once. */
export const EMAIL_LINK_HOURS = 24;

/** Validity of a link that sets a password, in hours: for a forgotten one, and for a new account. */
export const PASSWORD_LINK_HOURS = { reset: 1, set: 7 * 24 } as const;
