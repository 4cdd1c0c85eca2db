const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page for links opened from an e-mail: it opens the portal's page with the result at once. `to`: its address. */
export const onwardPage = (to: string): string =>
  `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${escaped(to)}"><title>Fynbos Rewards</title></head><body><main><a href="${escaped(to)}">Continue to Fynbos Rewards</a></main></body></html>`;
