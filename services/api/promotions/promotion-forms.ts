import { dayOf, isDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';
import { day as dayField } from '../http/fields.ts';

const NO_CONTROL = /^[^\p{Cc}\p{Cs}]*$/u;
const required = (label: string, max: number) =>
  z
    .string(`${label} is required!`)
    .trim()
    .min(1, `${label} is required!`)
    .max(max, `At most ${max} characters.`)
    .regex(NO_CONTROL, 'Control characters are not allowed.');

const DAY_OR_INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<clock>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)(?<zone>Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** Returns the Johannesburg day of a date or date-time. A date-time without a zone is in Johannesburg time. */
function johannesburgDay(text: string): string | null {
  const { date = '', clock, zone } = DAY_OR_INSTANT.exec(text)?.groups ?? {};
  if (!isDay(date)) return null;
  return zone === undefined ? date : dayOf(new Date(`${date}T${clock}${zone}`));
}

const day = (label: string) =>
  z
    .string(`${label} is required!`)
    .trim()
    .min(1, `${label} is required!`)
    .transform((text, context) => {
      const found = johannesburgDay(text);
      if (found === null) context.addIssue({ code: 'custom', message: `${label} must be a date that exists.` });
      return found ?? '';
    });

/** A rate as a number or numeric text, with the bounds of the promotion's rule. */
export const rate = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d*\.?\d+$/)
        .transform(Number),
    ],
    {
      error: ({ input }) =>
        input === undefined || input === null || (typeof input === 'string' && input.trim() === '')
          ? 'Promotion Rate is required!'
          : 'Promotion Rate must be a number, e.g. 0.2.',
    },
  )
  .refine(
    (value) => value > 0 && value <= 1,
    'Promotion Rate must be more than 0 and at most 1, for example 0.2 for 20%.',
  );

/** The five fields of the promotion forms (specification, section 5). No end date means open-ended. */
export const promotionForm = z.object({
  promoCode: required('Promotion Title', 64),
  description: required('Promotion Description', 2000),
  promoRate: rate,
  startDate: day('Start Date'),
  endDate: z
    .union([day('End Date'), z.literal('').transform(() => null), z.null()])
    .optional()
    .transform((end) => end ?? null),
});

/** A `promotion` or `promotion-change` line of an import. */
export const promotionLine = z.strictObject({
  type: z.literal('promotion'),
  ...promotionForm.shape,
  description: z.string().trim().max(2000).regex(NO_CONTROL, 'Control characters are not allowed.'),
  isActive: z.boolean(),
});
export const promotionChangeLine = z
  .strictObject({
    type: z.literal('promotion-change'),
    promoCode: required('promoCode', 64),
    effectiveFrom: dayField(),
    promoRate: rate.optional(),
    isActive: z.boolean().optional(),
  })
  .refine((line) => line.promoRate !== undefined || line.isActive !== undefined, {
    path: ['promoRate'],
    message: 'promoRate or isActive is needed.',
  });
