import { expect, test } from 'vitest';
import type { z } from 'zod';
import { adminEvents } from './admin/events.ts';
import { agentEvents } from './agent/events.ts';
import { adminActionEvents } from './audit/admin-action.ts';
import { catalogue } from './catalogue.ts';
import { enquiryEvents } from './enquiry/events.ts';
import { integratorEvents } from './integrator/events.ts';
import { promotionEvents } from './promotion/events.ts';
import { referralEvents } from './referral/referral.ts';
import { rentalEvents } from './rental/events.ts';

test('no two aggregates give an event the same name', () => {
  const all = [
    adminEvents,
    agentEvents,
    enquiryEvents,
    integratorEvents,
    promotionEvents,
    referralEvents,
    rentalEvents,
  ];
  for (const type of all.flatMap((schemas) => Object.keys(schemas))) {
    expect(
      all.filter((schemas) => type in schemas),
      type,
    ).toHaveLength(1);
    expect(catalogue.get(type)?.type).toBe(type);
  }
});

test('personal data is below personal and nowhere else in an event', () => {
  const telling = /name$|email|cellNumber|telephone|address|accountNumber|passwordHash|taxNumber$|queryDetails/i;
  for (const schemas of [adminActionEvents, agentEvents, referralEvents, enquiryEvents, adminEvents]) {
    for (const [type, schema] of Object.entries(schemas)) {
      const fields = Object.entries<z.ZodType>(schema.shape)
        .filter(([field, shape]) => field !== 'personal' && shape.def.type !== 'boolean' && telling.test(field))
        .map(([field]) => field);
      expect(fields, type).toEqual([]);
    }
  }
});
