/** The content of a message, before it is rendered as text or HTML. */
export interface Words {
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly lines: readonly string[];
  /** The single call to action, as a link. */
  readonly action?: { readonly label: string; readonly url: string };
  /** The SMS version; without it the message is sent by mail only. */
  readonly sms?: string;
}

/** The sender's name and support contact. */
export interface Sender {
  readonly programme: string;
  readonly supportEmail: string;
  readonly headOffice: string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The plain text of a mail. */
export function textOf(words: Words, sender: Sender): string {
  const action = words.action ? [`${words.action.label}: ${words.action.url}`] : [];
  const closing = `${sender.programme}\n${sender.headOffice}\nHelp: ${sender.supportEmail}`;
  return [...words.lines, ...action, closing].join('\n\n');
}

/** The HTML of a mail: one column, no images, and no fonts or other resources from another host. */
export function htmlOf(words: Words, sender: Sender): string {
  const paragraphs = words.lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('');
  const action = words.action
    ? `<p style="margin:24px 0"><a href="${escaped(words.action.url)}" style="background:#1d5c43;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escaped(words.action.label)}</a></p><p style="margin:0 0 16px;font-size:14px;color:#4c5a53">If the button does not work, open this address: ${escaped(words.action.url)}</p>`
    : '';
  const closing = [sender.programme, sender.headOffice, `Help: ${sender.supportEmail}`].map(escaped).join('<br>');
  return `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(words.subject)}</title></head><body style="margin:0;background:#f3f6f4;font:16px/1.5 system-ui,sans-serif;color:#1b241f"><div style="max-width:560px;margin:0 auto;padding:24px"><div style="background:#ffffff;padding:24px;border-radius:8px"><h1 style="font-size:20px;margin:0 0 16px">${escaped(words.subject)}</h1>${paragraphs}${action}</div><p style="font-size:14px;color:#4c5a53;margin:16px 0 0">${closing}</p></div></body></html>`;
}
