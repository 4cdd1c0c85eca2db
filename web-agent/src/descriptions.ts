const WHAT =
  'Real cash for travel agents: a reward for every completed car rental that you book with a promotion code.';

/** Description of each public page, for search engines and link previews. Only the prerendering needs them. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': WHAT,
  '/navbar': WHAT,
  '/registration': 'Register as a travel agent and earn cash rewards on car rentals that you book.',
  '/reset-password': 'Choose a new password for your Fynbos Rewards account.',
  '/contact-us': 'Ask Fynbos Rewards a question and get a reference number at once.',
  '/frequently-asked': 'Which rentals earn a reward, how much it is, and when it is paid.',
  '/privacy': 'What Fynbos Rewards knows about you, what it is used for, and your rights.',
  '/terms-and-conditions': 'The terms of the Fynbos Rewards programme for travel agents.',
};
