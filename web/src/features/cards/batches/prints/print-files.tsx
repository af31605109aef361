import { useState } from 'react';
import printWords from 'virtual:locale/card_prints';
import * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatBytes, formatDateTime } from '@kaike/shared/kit/format';
import { apiBase } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button, Progress } from '../../../../kit/widgets.ts';
import css from '../print-cards.module.css';
import { saveFile } from '../packages/save-file.ts';

export type ShownPrint = ResponseOf<typeof cardPrints.createPrint>;
type File = ShownPrint['files'][number];

async function download(print: ShownPrint, file: File, batchNo: string): Promise<void> {
  const answer = await fetch(`${apiBase()}/admin/card-prints/${print.id}/files/${file.part}`, {
    credentials: 'same-origin',
  });
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  const part = print.files.length > 1 ? `-${file.part}` : '';
  saveFile(await answer.blob(), `${batchNo}${part}.${print.kind === 'pdf' ? 'pdf' : 'zip'}`);
}

function FileLine({ print, file, batchNo }: { print: ShownPrint; file: File; batchNo: string }) {
  const t = printWords.useT();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(print, file, batchNo);
    } catch {
      toast('error', t('card_prints.download_failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <span>
        {t('card_prints.file', { part: file.part })}
        <small>
          {t(`card_prints.file_${print.kind}`, {
            cards: file.card_count,
            pages: file.page_count,
            size: formatBytes(file.byte_size),
          })}
        </small>
      </span>
      <Button loading={busy} onClick={() => void run()}>
        {t('card_prints.download')}
      </Button>
    </li>
  );
}

/** The person's print orders: progress, and the files as they become ready. */
export function PrintFiles({ prints, batchNo }: { prints: readonly ShownPrint[]; batchNo: string }) {
  const t = printWords.useT();
  if (prints.length === 0) return null;
  return (
    <section className="kk-panel kk-padded">
      <h2 className={css['heading']}>{t('card_prints.yours')}</h2>
      <ul className={css['prints']}>
        {prints.map((print) => (
          <li key={print.id}>
            <p>
              <b>{t(`card_prints.kinds.${print.kind}`)}</b>
              <span className="kk-muted">
                {print.state === cardPrints.printState.failed
                  ? t('card_prints.state_failed')
                  : t('card_prints.until', { time: formatDateTime(print.expires_at).slice(0, 16) })}
              </span>
            </p>
            {print.state === cardPrints.printState.working ? (
              <div role="status">
                <Progress
                  percent={Math.floor((print.done_count * 100) / Math.max(1, print.card_count))}
                  aria-label={t('card_prints.progress', { done: print.done_count, total: print.card_count })}
                />
                <small>{t('card_prints.progress', { done: print.done_count, total: print.card_count })}</small>
              </div>
            ) : null}
            <ul className={css['files']}>
              {print.files.map((file) => (
                <FileLine key={file.part} print={print} file={file} batchNo={batchNo} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
