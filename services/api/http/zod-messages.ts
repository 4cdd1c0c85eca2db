import { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  null: 'Must be null.',
};
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items', set: ' items' };

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0];

/** Returns the message of an issue without a message in its schema; undefined leaves the message to zod. */
function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required.' : KINDS[String(issue.expected)];
    case 'too_big':
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${UNITS[issue.origin] ?? ''}.`;
    case 'too_small':
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${UNITS[issue.origin] ?? ''}.`;
    case 'invalid_value':
      return issue.input === undefined ? 'Required.' : `Must be one of ${issue.values.join(', ')}.`;
    case 'invalid_format':
      return 'Invalid format.';
    case 'unrecognized_keys':
      return 'Unknown field.';
    case 'invalid_union':
      return issue.input === undefined ? 'Required.' : 'Does not match any accepted format.';
    default:
      return undefined;
  }
}

// Set once per process: messages tell the caller what to correct, not what the schema expected.
z.config({ customError: wordsOf });
