import siteWords from 'virtual:words/site';
import { copyText } from '../../../app/components/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import css from './share-sheet.module.css';

type Props = { title: string; url: string; onClose: () => void };

/** A QR code to scan and a link to copy. */
export function ShareSheet({ title, url, onClose }: Props) {
  const t = siteWords.useT();
  return (
    <Sheet open bottom title={t('site.course.share_title')} onClose={onClose} close_label={t('site.course.close')}>
      <div className={css['ways']}>
        <QrCode text={url} label={title} note={t('site.course.share_scan')} />
        <p>{url}</p>
        <Button look="primary" onClick={() => void copyText(url, t('site.course.share_copied'))}>
          {t('site.course.share_copy')}
        </Button>
      </div>
    </Sheet>
  );
}
