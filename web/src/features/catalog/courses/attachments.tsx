import type { Attachment } from '@kaike/shared/contracts/catalog/courses';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import { formatBytes } from '@kaike/shared/kit/format';
import { apiBase } from '../../../api/client.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import { sectionProps } from '../../../ui/section-nav/section-nav.tsx';
import css from './courses.module.css';

const addressOf = (courseId: number, fileId: number): string =>
  `${apiBase()}${courses.downloadCourseFile.path.replace(':id', String(courseId)).replace(':file_id', String(fileId))}`;

type FileLinkProps = { href: string; name: string; ext: string; note: string };

/** A row that downloads a file. */
export function FileLink({ href, name, ext, note }: FileLinkProps) {
  const t = useT();
  return (
    <a href={href} className={css['lesson']} download={name}>
      <span className={css['ext']} aria-hidden="true">
        {ext}
      </span>
      <span className={css['lessonText']}>
        <span className={css['lessonTitle']}>{name}</span>
        <span className={css['facts']}>{note}</span>
      </span>
      <span className={css['get']}>{t('courses.download')}</span>
    </a>
  );
}

/** Documents to download; each URL is requested on click, so that a page that was open for long still works. */
export function Attachments({ courseId, files }: { courseId: number; files: readonly Attachment[] }) {
  const t = useT();
  const locale = useLocale();
  if (files.length === 0) return null;
  return (
    <section {...sectionProps('files')}>
      <h2 className={css['sectionTitle']}>{t('courses.attachments')}</h2>
      <ul className={css['files']}>
        {files.map((file) => (
          <li key={file.id}>
            <FileLink
              href={addressOf(courseId, file.id)}
              name={file.name}
              ext={file.ext}
              note={formatBytes(file.size, locale)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
