import { isDay } from '@fynbos/domain/calendar.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { hasLink, INVISIBLE_MESSAGE, isVisible, LINK_MESSAGE } from '@fynbos/domain/identity/visible-text.ts';
import { z } from 'zod';

/** Maximum length of a text, and of a number stored as text, in a form. */
const TEXT_LENGTH = 200;
const NUMBER_LENGTH = 64;

/**
 * Forms send a postal code as either. The parameter of each preprocessing has the type that a typed caller may send
 * (`services/api/contract.ts`); the inner schema refuses anything else.
 */
export type SentText = string | number;

/** Converts JSON numbers to their digits. */
export const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A required text that is not blank, trimmed. `message`: the error otherwise. */
export const requiredText = (message: string, max: number = TEXT_LENGTH) =>
  z.preprocess(
    (value: SentText) => asText(value),
    z.string(message).trim().min(1, message).max(max, `At most ${max} characters.`),
  );

/** The reason of a change. It is recorded with the events. `message`: the error without one. */
export const reasonField = (message = 'A reason is required.', max: number = TEXT_LENGTH) => requiredText(message, max);

/** A required line of text with only visible characters. */
export const requiredLine = (message: string, max: number = TEXT_LENGTH) =>
  requiredText(message, max).refine(isVisible, INVISIBLE_MESSAGE);

/** Part of a person's name. E-mails to others contain it, so it must not contain a link. */
export const requiredName = (message: string, max: number = TEXT_LENGTH) =>
  requiredLine(message, max).refine((text) => !hasLink(text), LINK_MESSAGE);

/** A required number, stored as text. */
export const requiredNumber = (message: string) => requiredLine(message, NUMBER_LENGTH);

/** A text that may be absent, null or blank; all of these give ''. */
export const optionalText = (max: number = TEXT_LENGTH) =>
  z.preprocess(
    (value: SentText | null | undefined) => asText(value ?? ''),
    z.string().trim().max(max, `At most ${max} characters.`),
  );

/** As `optionalText`, with only visible characters. */
export const optionalLine = (max: number = TEXT_LENGTH) => optionalText(max).refine(isVisible, INVISIBLE_MESSAGE);

/** A text that may be absent or null, which gives undefined. `message`: the error for a blank one. */
export const notBlank = (message: string, max: number = TEXT_LENGTH) =>
  z.preprocess((value: SentText | null | undefined) => value ?? undefined, z.optional(requiredText(message, max)));

/** A number as text that may be absent, which gives undefined. A blank one gives ''. */
export const sentNumber = () =>
  z.preprocess(
    (value: SentText | undefined) => asText(value),
    z.string().trim().max(NUMBER_LENGTH).refine(isVisible, INVISIBLE_MESSAGE).optional(),
  );

/** An existing day as YYYY-MM-DD, not before 1900. `message`: the error otherwise. */
export const day = (message = 'Must be a valid date, as YYYY-MM-DD.') => z.string(message).refine(isDay, message);

export const INSTANT_FORM = '2026-01-09T10:00:00+02:00';

const SHORT_INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::(\d{2}(?:[.,]\d+)?))?(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Adds what ISO 8601 allows to leave out: the seconds, and the colon or the minutes of the offset. */
function completeInstant(text: string): string {
  const [, minutes, seconds = '00', zone = ''] = SHORT_INSTANT.exec(text) ?? [];
  if (minutes === undefined) return text;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  return `${minutes}:${seconds.replace(',', '.')}${offset}`;
}

/** An ISO 8601 instant with its zone. Output with seconds and a whole offset. `message`: the error otherwise. */
export const instant = (message = `Must be an ISO 8601 instant with its zone, as ${INSTANT_FORM}.`) =>
  z.preprocess(
    (value: string) => (typeof value === 'string' ? completeInstant(value) : value),
    z.iso.datetime({ offset: true, error: message }),
  );

/** A month as YYYY-MM. `message`: the error otherwise. */
export const month = (message: string) => z.string(message).regex(/^\d{4}-(0[1-9]|1[0-2])$/, message);

/** A password. It is never trimmed. */
export const secret = (message: string) => z.string(message).min(1, message).max(200, 'At most 200 characters.');

/** Y or N. Absent and null give `otherwise`; a blank is invalid. */
export const yesNo = (otherwise: boolean) =>
  z
    .preprocess(
      (value: 'Y' | 'N' | null | undefined) => value ?? (otherwise ? 'Y' : 'N'),
      z.enum(['Y', 'N'], 'Y or N.'),
    )
    .transform((value) => value === 'Y');

/** A consent that must be given. `message`: the error otherwise. */
export const consent = (message: string) => z.preprocess((value: 'Y' | 'N') => value, z.literal('Y', message));

/**
 * Case-insensitive field names: section 7 spells `iATANumber`, `IATANumber` and `iataNumber`, `idType` and `idtype`. An
 * exactly spelled field takes precedence. `rules`: across its fields.
 */
export const caseInsensitive = <Shape extends z.ZodRawShape>(shape: Shape, rules?: readonly Rule[]) =>
  caseInsensitiveAs<Shape, z.input<z.ZodObject<Shape>>>(shape, rules);

/** As `caseInsensitive`. `Sent`: the fields as a typed caller spells them. */
export function caseInsensitiveAs<Shape extends z.ZodRawShape, Sent>(shape: Shape, rules: readonly Rule[] = []) {
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  return z.preprocess(
    (value: Sent) => {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
      const named: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value)) {
        const name = names.get(key.toLowerCase());
        if (name !== undefined && (key === name || !(name in named))) named[name] = item;
      }
      return named;
    },
    withRules(z.object(shape), rules),
  );
}

/** Returns the fields that a rule can check: texts. Each field refuses its own values of other types. */
const texts = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === 'string'))
    : {};

/** A rule across fields: the arguments of `.refine`. */
export type Rule = readonly [
  check: (value: unknown) => boolean,
  options: { path: string[]; error: (issue: { input?: unknown }) => string; when: () => boolean },
];

/** Adds rules across fields to a schema. */
export const withRules = <Schema extends z.ZodType>(schema: Schema, rules: readonly Rule[]): Schema =>
  rules.reduce((checked, [check, options]) => checked.refine(check, options), schema);

/** Runs even if other fields fail, so that all errors show. `problem` sees missing and non-text fields as absent. */
export function fieldRule<Value = Record<string, string>>(
  field: string,
  problem: (value: Partial<Value>) => string | null,
): Rule {
  const judge = (value: unknown) => problem(texts(value) as Partial<Value>);
  return [
    (value) => judge(value) === null,
    { path: [field], error: (issue) => judge(issue.input) ?? '', when: () => true },
  ];
}

/** The rules of a new password and of its repetition. The fields refuse missing ones. */
export const passwordRules = (field: string, differ: string = PASSWORDS_DIFFER): readonly Rule[] => [
  fieldRule(field, ({ [field]: password }) => (password ? passwordProblem(password) : null)),
  fieldRule('confirmPassword', ({ [field]: password, confirmPassword }) =>
    !password || password === confirmPassword ? null : differ,
  ),
];
