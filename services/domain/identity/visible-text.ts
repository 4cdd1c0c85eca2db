/**
 * Control and direction characters, halves of surrogate pairs, soft hyphens, zero-width characters: a text with them
 * may look like another one. The joiners U+200C and U+200D belong to Indic and Arabic scripts and are allowed there.
 */
const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u200c\u200d](?<!(?:\p{M}|\p{Script=Arabic})[\u200c\u200d])/u;

export const INVISIBLE_MESSAGE = 'Control characters and invisible characters are not allowed.';

/** Whether a reader can see every character of a line of text. */
export const isVisible = (text: string): boolean => !INVISIBLE_CHARACTERS.test(text);

/** Text that e-mail programs turn into links: a scheme, an e-mail address, or a host (`St.John` is none). */
const LINK_FORMAT =
  /:\/\/|@|\bwww\.|\.\p{L}{2,}\/|[\p{L}\p{N}]{2,}\.(?:\p{L}{2}|com|net|org|info|biz|app|dev|xyz|online|site|shop|store|link|click|top|live|mobi|travel|africa|bank|example)(?![\p{L}\p{N}])/iu;

export const LINK_MESSAGE = 'A name cannot contain a web or email address.';

export const hasLink = (text: string): boolean => LINK_FORMAT.test(text.normalize('NFKC'));
