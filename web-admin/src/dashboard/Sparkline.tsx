const WIDTH = 96;
const HEIGHT = 32;

/** A trend without axes next to a figure; the last value is marked. The charts below have the figures. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values);
  if (values.length < 2 || most <= 0) return null;
  const place = (value: number, at: number): readonly [number, number] => [
    Math.round((at / (values.length - 1)) * (WIDTH - 6)) + 3,
    Math.round((HEIGHT - 6) * (1 - Math.max(0, value) / most)) + 3,
  ];
  const points = values.map(place);
  const [x, y] = points.at(-1) as readonly [number, number];
  return (
    <svg aria-hidden="true" className="sparkline" height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH}>
      <polyline fill="none" points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}
