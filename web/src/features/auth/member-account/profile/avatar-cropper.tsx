import accountWords from 'virtual:locale/account';
import { CropStage } from '../../../../kit/crop/crop-stage.tsx';
import { useCrop } from '../../../../kit/crop/use-crop.ts';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';

/** The crop stage in a sheet. */
export function AvatarCropper({
  url,
  close,
  cropped,
}: {
  url: string;
  close: () => void;
  cropped: (picture: Blob) => Promise<void>;
}) {
  const t = accountWords.useT();
  const crop = useCrop(url, cropped);
  const texts = {
    title: t('account.avatar.title'),
    hint: t('account.avatar.hint'),
    zoom: t('account.avatar.zoom'),
    not_a_picture: t('account.avatar.not_a_picture'),
    failed: t('account.avatar.failed'),
  };
  return (
    <Sheet open title={texts.title} onClose={close} closeLabel={t('account.avatar.cancel')}>
      <CropStage url={url} crop={crop} texts={texts} />
      <Button
        look="primary"
        block
        busy={crop.busy}
        disabled={!crop.is_ready || crop.busy}
        onClick={() => void crop.use()}
      >
        {t('account.avatar.done')}
      </Button>
    </Sheet>
  );
}
