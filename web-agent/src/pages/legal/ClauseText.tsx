import type { Clause } from './terms-text.ts';

interface Props {
  readonly number: number;
  readonly clause: Clause;
}

/** One numbered clause with its sub-clauses. The numbers are text, so that they can be copied and read aloud. */
export function ClauseText({ number, clause }: Props) {
  return (
    <li id={`clause-${number}`}>
      <h2>
        {number}. {clause.heading}
      </h2>
      {clause.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {clause.subClauses?.map((text, index) => (
        <p key={text} className="sub-clause">
          <span>
            {number}.{index + 1}
          </span>{' '}
          {text}
        </p>
      ))}
      {clause.items && (
        <ul>
          {clause.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {clause.after && <p>{clause.after}</p>}
    </li>
  );
}
