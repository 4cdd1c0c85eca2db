import type { PushDevice } from '@fynbos/domain/agent/notifications.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';

export interface ComposerServices {
  readonly log: EventLog;
  readonly tokens: Tokens;
  readonly publicUrl: string;
  readonly sender: MailSender;
}

/** A text with its recipient; `cell` is null when there is no SMS version. */
export interface Addressed {
  readonly content: MessageContent;
  readonly email: string;
  readonly cell: string | null;
  /** Devices that receive the message as a notification; none when not given. */
  readonly devices?: readonly PushDevice[];
}

/** A line of the table below a mail's figure. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** The content of a message, before it is rendered as text or HTML. */
export interface MessageContent {
  readonly subject: string;
  /** The first name of the recipient, where the mail greets them. */
  readonly name?: string;
  /** The main figure, shown large: an amount or a code. The lines repeat it. */
  readonly figure?: MailFact;
  /** Further facts of a mail, shown as a table. */
  readonly facts?: readonly MailFact[];
  /** Paragraphs of plain text. */
  readonly lines: readonly string[];
  /** The single call to action, as a link. */
  readonly action?: Link;
  /** A small line at the end, with its link. */
  readonly footnote?: Link & { readonly text: string };
  /** The SMS version; without it the message is sent by mail only. */
  readonly sms?: string;
}

/** The sender's name and support contact. */
export interface MailSender {
  readonly programme: string;
  readonly supportEmail: string;
  readonly headOffice: string;
}

/** The paragraphs of a mail, with the greeting. */
const paragraphsOf = ({ name, lines }: MessageContent): readonly string[] =>
  name === undefined ? lines : [`Hello ${name},`, ...lines];

export function renderText(content: MessageContent, sender: MailSender): string {
  const facts = (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`);
  const action = content.action ? [`${content.action.label}: ${content.action.url}`] : [];
  const closing = `${sender.programme}\n${sender.headOffice}\nHelp: ${sender.supportEmail}`;
  const footnote = content.footnote
    ? [`${content.footnote.text} ${content.footnote.label}: ${content.footnote.url}`]
    : [];
  return [
    ...paragraphsOf(content),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...action,
    closing,
    ...footnote,
  ].join('\n\n');
}

const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const TEXT = `${FONT};font-size:16px;line-height:1.5;color:#17211b`;
const QUIET_TEXT = `${FONT};font-size:14px;line-height:1.5;color:#4b5850`;

/** A table of one column: mail clients such as Outlook pad only the cells of tables. */
const boxHtml = (attributes: string, cells: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>${cells}</table>`;

const figureHtml = ({ label, value }: MailFact): string =>
  boxHtml(
    'style="margin:0 0 20px"',
    `<tr><td class="sunken" style="background:#e5f2e9;border-radius:12px;padding:16px 20px"><div class="quiet" style="${QUIET_TEXT}">${escapeHtml(label)}</div><div class="strong" style="${FONT};font-size:28px;line-height:1.2;font-weight:700;color:#0d4a2f;white-space:nowrap">${escapeHtml(value)}</div></td></tr>`,
  );

const factsHtml = (facts: readonly MailFact[]): string =>
  boxHtml(
    'style="margin:0 0 20px;border-collapse:collapse"',
    facts
      .map(
        ({ label, value }) =>
          `<tr><td class="quiet line" style="${QUIET_TEXT};padding:8px 0;border-bottom:1px solid #d9e0d7">${escapeHtml(label)}</td><td class="line" align="right" style="${FONT};font-size:16px;font-weight:600;padding:8px 0;border-bottom:1px solid #d9e0d7;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
      )
      .join(''),
  );

const actionHtml = ({ label, url }: Link): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="button" style="background:#14613f;border-radius:8px;mso-padding-alt:12px 22px"><a class="button" href="${escapeHtml(url)}" style="${FONT};display:inline-block;background:#14613f;color:#ffffff;padding:12px 22px;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table><p class="quiet" style="${QUIET_TEXT};margin:0">If the button does not work, open this address: <span style="word-break:break-all">${escapeHtml(url)}</span></p>`;

/** Outlook knows no `max-width`: a table of its own limits the width there. */
const OUTLOOK_WIDTH = [
  '<!--[if mso]><table role="presentation" width="560" align="center"><tr><td><![endif]-->',
  '<!--[if mso]></td></tr></table><![endif]-->',
];

/** Dark colours for mail clients that support them; the others show the light ones. */
const DARK_STYLES = `@media (prefers-color-scheme:dark){body,.ground{background:#0f1512!important}.card{background:#171f1a!important;color:#e8eee9!important}.quiet{color:#a9b7ae!important}.line{border-color:#34413a!important}.sunken{background:#15301f!important}.strong{color:#97dcb5!important}.button{background:#74cc9c!important;color:#06210f!important}}`;

/** One column, no images, and no fonts or other resources from another host. */
export function renderHtml(content: MessageContent, sender: MailSender): string {
  const paragraphs = paragraphsOf(content)
    .map((line) => `<p style="margin:0 0 16px">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const figure = content.figure ? figureHtml(content.figure) : '';
  const facts = content.facts?.length ? factsHtml(content.facts) : '';
  const action = content.action ? actionHtml(content.action) : '';
  const help = escapeHtml(sender.supportEmail);
  const closing = `${escapeHtml(sender.programme)}<br>${escapeHtml(sender.headOffice)}<br>Help: <a class="quiet" style="color:#4b5850" href="mailto:${help}">${help}</a>`;
  const footnote = content.footnote
    ? `<p class="quiet" style="${QUIET_TEXT};margin:12px 0 0">${escapeHtml(content.footnote.text)} <a class="quiet" style="color:#4b5850" href="${escapeHtml(content.footnote.url)}">${escapeHtml(content.footnote.label)}</a></p>`
    : '';
  // Mail clients show the start of the text next to the subject.
  const preview = escapeHtml(content.lines[0] ?? '');
  const head = `<tr><td style="${FONT};background:#0f4a31;border-radius:14px 14px 0 0;padding:18px 24px;border-bottom:4px solid #f4bd3c;color:#ffffff;font-size:18px;font-weight:700">${escapeHtml(sender.programme)}</td></tr>`;
  const card = `<tr><td class="card" style="${TEXT};background:#ffffff;padding:24px;border-radius:0 0 14px 14px"><h1 style="font-size:22px;line-height:1.3;margin:0 0 16px">${escapeHtml(content.subject).replace(/(\d) (?=\d{3}\b)/g, '$1&nbsp;')}</h1>${figure}${paragraphs}${facts}${action}</td></tr>`;
  const column = boxHtml(
    'style="max-width:560px;margin:0 auto"',
    `${head}${card}<tr><td style="padding:16px 0 0"><p class="quiet" style="${QUIET_TEXT};margin:0">${closing}</p>${footnote}</td></tr>`,
  );
  return `<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${DARK_STYLES}</style></head><body style="margin:0;background:#fafbf8;${TEXT}"><div style="display:none;max-height:0;overflow:hidden">${preview}</div>${boxHtml('class="ground"', `<tr><td style="padding:24px 16px">${OUTLOOK_WIDTH[0]}${column}${OUTLOOK_WIDTH[1]}</td></tr>`)}</body></html>`;
}
