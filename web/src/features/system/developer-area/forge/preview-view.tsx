import { useState } from 'react';
import words from 'virtual:locale/forge';
import type { ShownFile } from '@kaike/shared/contracts/system/code-generation';
import { Button } from '../../../../ui/button.tsx';
import css from './forge.module.css';
import { CheckBox } from './inputs.tsx';
import type { PreviewState } from './use-preview.ts';

const lineClass: Record<string, string | undefined> = { '+': css['plus'], '-': css['minus'], '…': css['gap'] };

function FileView({ file }: { file: ShownFile }) {
  const t = words.useT();
  return (
    <details className={css['file']} open={!file.path.includes('/locales/')}>
      <summary>
        <span className={css['code']}>{file.path}</span>
        <span className={css[file.state]}>{t(`forge.states.${file.state}`)}</span>
      </summary>
      <pre>
        {file.lines.map(({ mark, text }, index) => (
          // Lines repeat, and stay where they are.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={lineClass[mark]}>
            {`${mark} ${text}\n`}
          </span>
        ))}
      </pre>
    </details>
  );
}

/** The buttons below a description, and the difference it makes. */
export function PreviewView({ preview, busy, show, write }: PreviewState) {
  const t = words.useT();
  const [mayReplace, setMayReplace] = useState(false);
  const files = preview?.files ?? [];
  const needsConsent = files.some(({ state }) => state === 'replaced');
  return (
    <>
      <div className={css['row']}>
        <Button look={files.length > 0 ? 'plain' : 'primary'} busy={busy} onClick={() => void show()}>
          {t('forge.preview')}
        </Button>
        {preview && preview.problems.length > 0 ? (
          <span className={css['problem']} role="alert">
            {t('forge.problem_count', { count: preview.problems.length })}
          </span>
        ) : null}
        {needsConsent ? <CheckBox label={t('forge.may_replace')} value={mayReplace} onChange={setMayReplace} /> : null}
        {files.length > 0 ? (
          <Button
            look="primary"
            busy={busy}
            disabled={busy || (needsConsent && !mayReplace)}
            onClick={() => void write(mayReplace)}
          >
            {t('forge.write', { count: files.length })}
          </Button>
        ) : null}
      </div>
      {files.map((file) => (
        <FileView key={file.path} file={file} />
      ))}
    </>
  );
}
