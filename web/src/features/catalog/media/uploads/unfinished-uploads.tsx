import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../../../app/wording.ts';
import { toast } from '../../../../app/toasts.ts';
import { Alert, Button } from '../../../../kit/widgets.ts';
import { pickFiles, titleOfFile } from './pick-files.ts';
import type { Attach } from './upload-deps.ts';
import type { UploadRecord } from './upload-port.ts';
import { createRecords, listRecords } from './upload-records.ts';
import { fingerprintOf } from './upload-task.ts';
import { useUploads } from './uploads-list.ts';
import { addUpload } from './uploads-store.ts';
import css from '../media.module.css';

const recordsKey = (owner: number) => ['uploads', 'records', owner] as const;

type Props = { /** 0 is the library. */ courseId: number; owner: number; attach: Attach };

/** Uploads for a course or the library interrupted by a reload or a closed window: choosing the same file resumes them. */
export function UnfinishedUploads({ courseId, owner, attach }: Props) {
  const t = useT();
  const client = useQueryClient();
  const running = useUploads((state) => state.uploads);
  const { data: records = [] } = useQuery({
    queryKey: recordsKey(owner),
    queryFn: () => listRecords(owner, Date.now()),
    staleTime: 0,
  });
  const open = records.filter(
    (record) => record.purpose.course_id === courseId && !running.some((upload) => upload.id === record.fingerprint),
  );
  if (open.length === 0) return null;
  const refresh = (): void => void client.invalidateQueries({ queryKey: recordsKey(owner) });
  const resume = (record: UploadRecord): void =>
    pickFiles({ multiple: false, isSound: record.purpose.is_sound === true }, ([file]) => {
      if (!file) return;
      if (fingerprintOf(file, owner, record.purpose.lesson_id) !== record.fingerprint)
        toast('warning', t('media.wrong_file', { name: record.name }));
      else addUpload({ file, title: titleOfFile(record.name), owner, purpose: record.purpose, attach });
      refresh();
    });
  const cancel = async (record: UploadRecord): Promise<void> => {
    await createRecords(owner, Date.now).remove(record.fingerprint);
    refresh();
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={t('media.unfinished', { count: open.length })}
      description={
        <ul className={css['unfinished']}>
          {open.map((record) => (
            <li key={record.fingerprint}>
              <span>
                {t('media.unfinished_item', {
                  name: record.name,
                  percent: Math.floor((record.sent * 100) / Math.max(1, record.size)),
                })}
              </span>
              <Button size="small" type="primary" onClick={() => resume(record)}>
                {t('media.choose_again')}
              </Button>
              <Button size="small" type="text" onClick={() => void cancel(record)}>
                {t('media.give_up')}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  );
}
