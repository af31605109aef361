import designWords from 'virtual:locale/card_design';
import { sizeWithBleed } from '@kaike/shared/domain/cards/faces/card-size';
import { CropStage } from '../../../kit/crop/crop-stage.tsx';
import { useCrop } from '../../../kit/crop/use-crop.ts';
import { Button, Modal } from '../../../kit/widgets.ts';

type Size = { width: number; height: number };
type Props = { url: string; card: Size; close: () => void; use: (picture: Blob | null) => Promise<void> };

const inchMm = 25.4;
/** The resolution a good printer needs, and no more. */
const maxDpi = 600;

/** Crops the image to the ratio of the card with its bleed; null when it is used unchanged. */
export function BackgroundCropper({ url, card, close, use }: Props) {
  const t = designWords.useT();
  const { width, height } = sizeWithBleed(card);
  const crop = useCrop(url, use, {
    aspect: width / height,
    is_round: false,
    most_pixels: Math.round((width / inchMm) * maxDpi),
    type: 'image/jpeg',
  });
  const texts = {
    title: t('card_design.crop.title'),
    hint: t('card_design.crop.hint'),
    zoom: t('card_design.crop.zoom'),
    not_a_picture: t('card_design.crop.not_a_picture'),
    failed: t('card_design.upload_failed'),
  };
  return (
    <Modal
      open
      title={texts.title}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={[
        <Button key="cancel" disabled={crop.busy} onClick={close}>
          {t('card_design.crop.cancel')}
        </Button>,
        <Button key="whole" disabled={crop.busy || !crop.is_ready} onClick={() => void use(null)}>
          {t('card_design.crop.whole')}
        </Button>,
        <Button key="use" type="primary" loading={crop.busy} disabled={!crop.is_ready} onClick={() => void crop.use()}>
          {t('card_design.crop.use')}
        </Button>,
      ]}
    >
      <CropStage url={url} crop={crop} texts={texts} />
    </Modal>
  );
}
