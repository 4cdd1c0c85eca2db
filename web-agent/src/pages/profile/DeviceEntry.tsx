import { Button } from '../../components/Button.tsx';
import { deviceText } from '../../format/device.ts';
import { t } from '../../i18n/t.tsx';

interface Props {
  readonly as: 'h2' | 'h3';
  /** As the server names it: `Chrome on Android`. */
  readonly device: string;
  /** Whether the person uses this device now. */
  readonly isCurrent: boolean;
  readonly text: string;
  /** Ends the use of the device; null without such a button. */
  readonly button: { readonly label: string; readonly onPress: () => Promise<unknown> } | null;
}

/** An entry of a list of the person's devices. */
export function DeviceEntry({ as: Heading, device: name, isCurrent, text, button }: Props) {
  const device = deviceText(name);
  return (
    <li>
      <div>
        <Heading>{isCurrent ? t('%{device} (this device)', { device }) : device}</Heading>
        <p className="quiet">{text}</p>
      </div>
      {button && <Button {...button} about={device} variant="plain" />}
    </li>
  );
}
