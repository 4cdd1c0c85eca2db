interface Props {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** `lang`: the language of the label, where it differs. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
  readonly onValue: (value: string) => void;
}

/** A choice on one line with its label. */
export const SelectLine = ({ id, label, value, options, onValue }: Props) => (
  <div className="row select-line">
    <label htmlFor={id}>{label}</label>
    <select id={id} className="input" value={value} onChange={(event) => onValue(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={option.lang}>
          {option.label}
        </option>
      ))}
    </select>
  </div>
);
