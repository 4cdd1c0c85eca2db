import { t } from '../i18n/t.tsx';
import { Button, type ButtonProps } from './Button.tsx';

export const DownloadButton = (props: Pick<ButtonProps, 'label' | 'about' | 'variant' | 'onPress'>) => (
  <Button {...props} progress={t('Preparing the file.')} />
);
