import { isDay } from '@fynbos/domain/calendar.ts';
import { hasLink, INVISIBLE_MESSAGE, isVisible, LINK_MESSAGE } from '@fynbos/domain/identity/visible-text.ts';
import { z } from 'zod';

/** Longest text and longest number of a thing that a form takes. */
const TEXT_LENGTH = 200;
const NUMBER_LENGTH = 64;

/** JSON numbers stand for their digits: forms send a postal code as either. */
const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A text that must be there and not blank, trimmed; `message` otherwise. */
export const needed = (message: string, max: number = TEXT_LENGTH) =>
  z.preprocess(asText, z.string(message).trim().min(1, message).max(max, `At most ${max} characters.`));

/** A line of text that must be there, of which a reader sees every character. */
export const neededLine = (message: string, max: number = TEXT_LENGTH) =>
  needed(message, max).refine(isVisible, INVISIBLE_MESSAGE);

/** Part of a person's name. It appears in mails to others, so it must not carry a link. */
export const neededName = (message: string, max: number = TEXT_LENGTH) =>
  neededLine(message, max).refine((text) => !hasLink(text), LINK_MESSAGE);

/** A number of something, kept as text. */
export const neededNumber = (message: string) => neededLine(message, NUMBER_LENGTH);

/** A text that may be absent, null or blank: then it is ''. */
export const optionalText = (max: number = TEXT_LENGTH) =>
  z.preprocess((value) => asText(value ?? ''), z.string().trim().max(max, `At most ${max} characters.`));

/** As `optionalText`, of which a reader sees every character. */
export const optionalLine = (max: number = TEXT_LENGTH) => optionalText(max).refine(isVisible, INVISIBLE_MESSAGE);

/** A text that may be absent or null, and then is undefined; `message` where it is sent blank. */
export const notBlank = (message: string, max: number = TEXT_LENGTH) =>
  z.preprocess((value) => value ?? undefined, z.optional(needed(message, max)));

/** A number of something that may be absent, and then is undefined; sent blank it is ''. */
export const sentNumber = () => z.preprocess(asText, z.string().trim().max(NUMBER_LENGTH).optional());

/** A day that exists, as YYYY-MM-DD, not before 1900; `message` otherwise. */
export const day = (message = 'Must be a date that exists, as YYYY-MM-DD.') => z.string(message).refine(isDay, message);

/** A password: never trimmed. */
export const secret = (message: string) => z.string(message).min(1, message).max(200, 'At most 200 characters.');

/** Y or N; what is absent or null is `otherwise`. A blank is neither. */
export const yesNo = (otherwise: boolean) =>
  z
    .preprocess((value) => value ?? (otherwise ? 'Y' : 'N'), z.enum(['Y', 'N'], 'Y or N.'))
    .transform((value) => value === 'Y');

/**
 * An object whose fields are found whatever the case of their letters: the calls of section 7 spell `iATANumber`,
 * `IATANumber` and `iataNumber`, `idType` and `idtype`. A field spelled exactly wins.
 */
export function caseless<Shape extends z.ZodRawShape>(
  shape: Shape,
  refine?: (object: z.ZodObject<Shape>) => z.ZodType<z.output<z.ZodObject<Shape>>>,
) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const object = z.object(shape);
  return z.preprocess(
    (value) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
      const given: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) {
        const name = names.get(key.toLowerCase());
        if (name !== undefined && (key === name || !(name in given))) given[name] = item;
      }
      return given;
    },
    refine ? refine(object) : object,
  );
}

/** The fields that a rule can judge: texts. Whatever else was sent is refused by the field itself. */
const texts = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === 'string'))
    : {};

/**
 * A rule across fields, for `.refine`: judged even where other fields fail, so that a person sees all errors at once.
 * `problem` gives the message or null; fields that are missing or no text are absent to it.
 */
export function across<Value>(
  field: string,
  problem: (value: Partial<Value>) => string | null,
): [(value: Value) => boolean, { path: string[]; error: (issue: { input?: unknown }) => string; when: () => boolean }] {
  const judge = (value: unknown) => problem(texts(value) as Partial<Value>);
  return [
    (value) => judge(value) === null,
    { path: [field], error: (issue) => judge(issue.input) ?? '', when: () => true },
  ];
}
