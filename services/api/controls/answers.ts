import { controlFinding } from '@fynbos/domain/controls/controls.ts';
import { CONFLICT_NAMES } from '@fynbos/domain/duties/duties.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';

const day = z.iso.date();

export const controlsAnswer = z.object({
  from: day,
  to: day,
  controls: z.array(z.object({ control: controlFinding.shape.control, label: z.string(), found: z.int() })),
  findings: z.array(controlFinding),
});

const person = z.object({ id: z.int(), name: z.string() });

/** `GET /admin/duties`. Attestations are newest first; `conflicts` counts the held ones. */
export const dutiesAnswer = z.object({
  quarter: z.string(),
  digest: z.string(),
  isAttested: z.boolean(),
  conflicts: z.array(
    z.object({ conflict: z.enum(CONFLICT_NAMES), title: z.string(), risk: z.string(), people: z.array(person) }),
  ),
  attestations: z.array(
    z.object({
      quarter: z.string(),
      note: z.string(),
      isOwn: z.boolean(),
      conflicts: z.int(),
      attestedBy: person,
      attestedAt: instant,
    }),
  ),
});
