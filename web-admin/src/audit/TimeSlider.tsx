import { Button, Slider } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { instant } from '../format/format.ts';
import { useAsOf, useBackToNow } from '../shell/as-of.tsx';

/** A slider over the moments at which a record changed; letting go shows the record as of that moment. */
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
  const [place, setPlace] = useState(at);
  if (moments.length < 2) return null;
  const go = (to: number) => {
    if (to === last) leavePast();
    else
      setSearch((before) => {
        before.set('asOf', moments[to] as string);
        return before;
      });
  };
  const backToNow = (): void => {
    setPlace(last);
    go(last);
  };
  return (
    <div className="time-slider">
      <label htmlFor="moment">
        As of {place === last ? 'now' : instant(moments[place])}
        <span className="quiet">
          {' '}
          · change {place + 1} of {moments.length}
        </span>
      </label>
      <Slider
        getAriaValueText={(value) => instant(moments[value])}
        marks
        max={last}
        min={0}
        onChange={(_, value) => setPlace(value as number)}
        onChangeCommitted={(_, value) => go(value as number)}
        slotProps={{ input: { id: 'moment' } }}
        step={1}
        value={place}
      />
      {asOf !== null && <Button onClick={backToNow}>Back to now</Button>}
    </div>
  );
}
