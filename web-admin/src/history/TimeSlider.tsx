import { Slider } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useAsOf, useBackToNow } from '../past/as-of.tsx';

/** A slider over the moments at which a record changed. Releasing it shows the record as of that moment. */
export function TimeSlider({ moments }: { moments: readonly string[] }) {
  const asOf = useAsOf();
  const [, setSearch] = useSearchParams();
  const leavePast = useBackToNow();
  const last = moments.length - 1;
  const at =
    asOf === null
      ? last
      : Math.max(
          0,
          moments.findLastIndex((moment) => moment <= asOf),
        );
  /** Thumb position while dragging. Otherwise the URL decides, including when another control changes it. */
  const [held, setHeld] = useState<number | null>(null);
  const place = held ?? at;
  // Releasing the thumb at the end returns to now.
  const isNow = place === last && (asOf === null || held !== null);
  if (moments.length < 2) return null;
  const go = (to: number) => {
    setHeld(null);
    if (to === last) leavePast();
    else
      setSearch((before) => {
        before.set('asOf', moments[to] as string);
        return before;
      });
  };
  return (
    <div className="time-slider">
      <label htmlFor="moment">
        <T values={{ moment: instant(moments[place]) }}>{isNow ? 'As of now' : 'As of %{moment}'}</T>
        <span className="quiet">
          {' · '}
          <T values={{ change: place + 1, all: moments.length }}>{'change %{change} of %{all}'}</T>
        </span>
      </label>
      <Slider
        getAriaValueText={(value) => instant(moments[value])}
        marks
        max={last}
        min={0}
        onChange={(_, value) => setHeld(value as number)}
        onChangeCommitted={(_, value) => go(value as number)}
        slotProps={{ input: { id: 'moment' } }}
        step={1}
        value={place}
      />
    </div>
  );
}
