/** Claim kinds of people. An address or number names the stream of who has it. */
export const EMAIL_CLAIM = 'email';
export const ID_NUMBER_CLAIM = 'id-number';
