export const PERSONAL_DOMAIN_MESSAGE = 'Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.';
export const EMAIL_FORMAT_MESSAGE = 'Please enter a valid email address.';

const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL_FORMAT = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`);
const PERSONAL_DOMAIN = /^(?:[a-z0-9-]+\.)*(?:gmail|googlemail|yahoo|ymail|hotmail)(?:\.[a-z]{2,3}){1,2}$/;

/** Whether the text is an e-mail address with a host that has a dot. */
export const isEmail = (text: string): boolean => text.length <= 200 && EMAIL_FORMAT.test(text.trim());

/** The form in which addresses are compared: trimmed, lower case. */
export const comparableEmail = (text: string): string => text.trim().toLowerCase();

/** At Gmail, Yahoo or Hotmail or one of their country or sub-domains (specification, sections 5 and 9). */
export const isPersonalEmail = (text: string): boolean =>
  PERSONAL_DOMAIN.test(comparableEmail(text).split('@').at(-1) ?? '');

export function businessEmailProblem(text: string): string | null {
  if (!isEmail(text)) return EMAIL_FORMAT_MESSAGE;
  return isPersonalEmail(text) ? PERSONAL_DOMAIN_MESSAGE : null;
}

/** Accepts the stored address: imported agents may have personal ones and must be able to change other details. */
export const changedEmailProblem = (text: string, stored: string): string | null =>
  text.trim() === stored ? null : businessEmailProblem(text);
