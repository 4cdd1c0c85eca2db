const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A small page for links opened from an e-mail. It is plain because it has no styles or scripts. */
export const page = (title: string, lines: readonly string[], home: string): string =>
  `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body><main><h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}<p><a href="${escaped(home)}/">Go to the portal</a></p></main></body></html>`;
