import { T } from '../i18n/T.tsx';

/** Why the server refused an item: a line per problem, with the path of its field. */
export const Notes = ({ notes }: { notes: readonly { readonly path: string; readonly message: string }[] }) =>
  notes.map(({ path, message }) => (
    <div key={path}>
      {path && <span className="mono">{path} </span>}
      <T>{message}</T>
    </div>
  ));
