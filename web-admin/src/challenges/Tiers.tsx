import { useState } from 'react';
import { TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { rand } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { Panel } from '../record/Panel.tsx';
import { Remark } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import './challenges.css';
import type { TiersAnswer as TiersRead } from '@fynbos/api/challenges/answers.ts';
import { centsTyped } from './challenge.ts';

const COLUMNS = ['Tier', figure('From nett')] as const;
const ROWS = [1, 2, 3, 4, 5, 6] as const;

interface Values {
  readonly [field: string]: string | number | undefined;
}

/** The tiers typed in the form. Rows without a name are left out. */
const typed = (values: Values) =>
  ROWS.flatMap((row) => {
    const name = String(values[`name${row}`] ?? '').trim();
    return name === '' ? [] : [{ name, fromCents: centsTyped(values[`from${row}`] ?? 0) }];
  });

function TiersDialog({ tiers, version, onClose }: TiersRead & { onClose: () => void }) {
  const say = useSay();
  const submit = useSubmit<Values>({
    send: (values) => call('PUT', 'tiers', { tiers: typed(values) }, { 'If-Match': String(version) }),
    done: 'The tiers were saved.',
    onDone: onClose,
  });
  const values = Object.fromEntries(
    tiers.flatMap(({ name, fromCents }, index) => [
      [`name${index + 1}`, name],
      [`from${index + 1}`, fromCents / 100],
    ]),
  );
  return (
    <FormDialog
      action="Save tiers"
      onClose={onClose}
      onSubmit={submit}
      title="Change the tiers"
      values={values}
      wide="sm"
    >
      <T as="p">
        An agent’s tier follows from the nett rewards of the last twelve months. The first tier starts at R0.
      </T>
      {ROWS.map((row) => (
        <div className="tier-inputs" key={row}>
          <TextInput fullWidth={false} label={say('Name of tier %{row}', { row })} source={`name${row}`} />
          <TextInput
            fullWidth={false}
            label={say('Tier %{row} from, in rand', { row })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            source={`from${row}`}
          />
        </div>
      ))}
    </FormDialog>
  );
}

/** The tiers of agents by nett rewards of twelve months. */
export function Tiers({ mayChange }: { mayChange: boolean }) {
  const [changing, setChanging] = useState(false);
  const { data, notice } = useRead<TiersRead>('tiers');
  return (
    <Panel
      aside={
        mayChange &&
        data && <ActionButton label="Change tiers" onClick={() => setChanging(true)} size="small" variant="outlined" />
      }
      title="Tiers of agents"
    >
      <Remark>By nett rewards of the last twelve months. Tiers are recognition only: they change no reward.</Remark>
      {notice}
      {data && (
        <FigureTable
          caption="Tiers of agents"
          columns={COLUMNS}
          rows={data.tiers.map(({ name, fromCents }) => [name, name, rand(fromCents)])}
        />
      )}
      {changing && data && <TiersDialog {...data} onClose={() => setChanging(false)} />}
    </Panel>
  );
}
