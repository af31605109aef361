import { useState } from 'react';
import type { CodePreview } from '@kaike/shared/contracts/system/code-generation';

type PreviewRequests = {
  preview: (draft: object) => Promise<CodePreview>;
  write: (body: { draft: object; hash: string; may_replace: boolean }) => Promise<unknown>;
  /** Where the page goes once the files are there: the server restarts, and the pages load anew. */
  onWritten: () => void;
};

export type PreviewState = {
  preview: CodePreview | null;
  busy: boolean;
  show: () => Promise<void>;
  write: (mayReplace: boolean) => Promise<void>;
};

/** The difference that a description makes. It is forgotten at the next change of the description. */
export function usePreview<Draft extends object>(
  draft: Draft,
  { preview, write, onWritten }: PreviewRequests,
): PreviewState {
  const [previewed, setPreviewed] = useState<{ draft: Draft; preview: CodePreview } | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  const current = previewed?.draft === draft ? previewed.preview : null;
  return {
    preview: current,
    busy,
    show: () => run(async () => setPreviewed({ draft, preview: await preview(draft) })),
    write: (mayReplace) =>
      run(async () => {
        await write({ draft, hash: current?.hash ?? '', may_replace: mayReplace });
        onWritten();
      }),
  };
}
