import { t } from '../../i18n/t.tsx';

/** The flower's petals from the middle outwards, in degrees. */
const PETALS = [0, -14, 14, -28, 28, -42, 42, -56, 56, -70, 70] as const;

/** The number of open petals for a share of the goal: the last one opens when the goal is reached. */
export const openPetals = (share: number): number =>
  Math.min(PETALS.length, Math.max(0, Math.floor(share * PETALS.length)));

/** A protea that opens petal by petal as the goal comes closer. */
export function GoalProtea({ share }: { readonly share: number }) {
  const open = openPetals(share);
  return (
    <svg
      className="goal-protea"
      viewBox="-170 -178 340 186"
      role="img"
      aria-label={t('%{open} of %{all} petals are open', { open, all: PETALS.length })}
    >
      <path
        className="goal-leaf"
        d="M0 4C-70 0 -120 -20 -150 -70C-90 -70 -40 -50 0 4zM0 4C70 0 120 -20 150 -70C90 -70 40 -50 0 4z"
      />
      {PETALS.map((angle, index) => {
        const isOpen = index < open;
        return (
          <path
            key={angle}
            className={isOpen ? 'goal-petal goal-petal-open' : 'goal-petal'}
            d="M0 0C-28 -50 -28 -122 0 -170C28 -122 28 -50 0 0z"
            style={{ transform: `rotate(${isOpen ? angle : angle / 6}deg)` }}
          />
        );
      }).reverse()}
    </svg>
  );
}
