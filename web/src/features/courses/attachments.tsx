import { downloadFile, type Attachment } from '@kaike/shared/contracts/courses';
import { formatBytes } from '@kaike/shared/kit/format';
import { apiBase } from '../../api/client.ts';
import { useLocale, useT } from '../../app/wording.ts';
import { sectionProps } from '../../ui/section-nav/section-nav.tsx';
import css from './courses.module.css';

const addressOf = (courseId: number, fileId: number): string =>
  `${apiBase()}${downloadFile.path.replace(':id', String(courseId)).replace(':file_id', String(fileId))}`;

/** Documents to download; each URL is requested on click, so that a page that was open for long still works. */
export function Attachments({ course_id: courseId, files }: { course_id: number; files: readonly Attachment[] }) {
  const t = useT();
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <section {...sectionProps('files')}>
      <h2 className={css['sectionTitle']}>{t('courses.attachments')}</h2>
      <ul className={css['files']}>
        {files.map((file) => (
          <li key={file.id}>
            <a href={addressOf(courseId, file.id)} className={css['lesson']} download={file.name}>
              <span className={css['ext']} aria-hidden="true">
                {file.ext}
              </span>
              <span className={css['lessonText']}>
                <span className={css['lessonTitle']}>{file.name}</span>
                <span className={css['facts']}>{formatBytes(file.size, locale)}</span>
              </span>
              <span className={css['get']}>{t('courses.download')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
