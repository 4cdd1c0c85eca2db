/** Kinds of unique-value claims for people. A claimed address or number names the stream of its owner. */
export const EMAIL_CLAIM = 'email';
export const ID_NUMBER_CLAIM = 'id-number';
