import { Button, Modal } from 'antd';
import { CropStage, type CropTexts } from './crop-stage.tsx';
import { useCrop } from './use-crop.ts';

type Props = {
  url: string;
  texts: CropTexts & { done: string; cancel: string };
  close: () => void;
  cropped: (picture: Blob) => Promise<void>;
};

/** The crop stage in a back-office dialog. */
export function AvatarCropper({ url, texts, close, cropped }: Props) {
  const crop = useCrop(url, cropped);
  return (
    <Modal
      open
      title={texts.title}
      onCancel={close}
      mask={{ closable: false }}
      footer={[
        <Button key="cancel" onClick={close}>
          {texts.cancel}
        </Button>,
        <Button key="use" type="primary" loading={crop.busy} disabled={!crop.is_ready} onClick={() => void crop.use()}>
          {texts.done}
        </Button>,
      ]}
    >
      <CropStage url={url} crop={crop} texts={texts} />
    </Modal>
  );
}
