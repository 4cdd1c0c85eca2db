import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { routeOf } from '../registry.ts';
import { subjectLink } from './subject-link.ts';

const api = path.resolve(import.meta.dirname, '../../../services/api');
const NAMED = /\bsubject: (?:'([^']+)'|`([^`]+)`)/g;

/** Subjects of requests and controls, as the server's files name them. */
const subjects = [
  ...new Set(
    readdirSync(api, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('testing'))
      .flatMap((file) => [...readFileSync(path.join(api, file), 'utf8').matchAll(NAMED)])
      .map(([, plain, made = '']) => (plain ?? made).replace(/\$\{[^}]+\}/g, '1')),
  ),
].sort();

test('what requests and controls are about leads to its page, or on purpose to none', () => {
  const pageOf = (subject: string) => {
    const link = subjectLink(subject);
    return link === null ? null : (routeOf(link.split('?')[0] as string) ?? 'a dead link');
  };
  expect(Object.fromEntries(subjects.map((subject) => [subject, pageOf(subject)]))).toEqual({
    'admins/1': '/admins/:id/*',
    // The administrator has no id before the approval.
    'admins/new-1': null,
    'approvals/1': '/approvals/:id/*',
    'bank-list/1': '/bank-list',
    'business-days/1': '/bank-list',
    journal: '/ledger',
    'payouts/1': '/payouts/:id/*',
    'promotions/1': '/promotions/:id/*',
    'reward-policy/1': '/reward-policy',
    'tax-years/1': '/tax-years/:id/*',
    'travel-agents/1': '/travel-agents/:id/*',
    'what-ifs/1': '/what-ifs/:id/*',
  });
});

test('what nobody has given a page is not linked', () => {
  expect(subjectLink('something-new/1')).toBeNull();
});
