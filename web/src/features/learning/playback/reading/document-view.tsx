import lessonWords from 'virtual:locale/lesson';
import type { LessonDocument } from '@kaike/shared/contracts/learning/lessons';
import { formatBytes } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import css from './reading.module.css';

const pictures = new Set(['jpg', 'png', 'webp']);

/** Desktop browsers show PDF in a page; phones open it in a viewer of their own. */
const showsPdf = (): boolean => navigator.pdfViewerEnabled === true && matchMedia('(min-width: 768px)').matches;

/** A document: embedded where the browser can, and always with links to open or download it. */
export function DocumentView({ document: file, onOpen }: { document: LessonDocument; onOpen?: () => void }) {
  const t = lessonWords.useT();
  const locale = useLocale();
  const isPicture = file.view_url !== null && pictures.has(file.ext);
  const isFramed = file.view_url !== null && file.ext === 'pdf' && showsPdf();
  return (
    <div className={css['document']}>
      {isPicture ? <img src={file.view_url ?? ''} alt={file.name} className={css['picture']} /> : null}
      {isFramed ? <iframe src={file.view_url ?? ''} title={file.name} className={css['frame']} /> : null}
      <div className={css['file']}>
        <span className={css['ext']} aria-hidden="true">
          {file.ext}
        </span>
        <span className={css['fileText']}>
          <strong>{file.name}</strong>
          <span className={css['quiet']}>{formatBytes(file.size, locale)}</span>
        </span>
      </div>
      <div className={css['fileActs']}>
        {file.view_url !== null && !isPicture ? (
          <a
            className={buttonClass(isFramed ? 'plain' : 'primary')}
            href={file.view_url}
            target="_blank"
            rel="noopener"
            onClick={onOpen}
          >
            <Icon name="eye" size={18} />
            {t('lesson.open_document')}
          </a>
        ) : null}
        <a
          className={buttonClass(file.view_url === null ? 'primary' : 'plain')}
          href={file.download_url}
          download={file.name}
          onClick={onOpen}
        >
          {t('lesson.download')}
        </a>
      </div>
      {isFramed || isPicture || !onOpen ? null : <p className={css['quiet']}>{t('lesson.document_hint')}</p>}
    </div>
  );
}
