import { invitationPath } from '@kaike/shared/domain/people/invitation-state';
import { invitations } from '@kaike/shared/resources/invitations';
import { useConfig } from '../../app/config.ts';
import { CopyButton } from '../../kit/list/rows/copy-button.tsx';
import type { PanelProps, ResourceView } from '../../kit/resource-view.ts';
import { useWords } from '../../kit/words/use-words.ts';

/** The link, to be copied while it admits people. */
function InvitationLink({ row }: Pick<PanelProps<typeof invitations>, 'row'>) {
  const words = useWords(invitations);
  const site = useConfig((state) => state.config?.app_url) || location.origin;
  const link = site.replace(/\/$/, '') + invitationPath(row.code);
  if (row.state !== 'open') return <span className="kk-muted">{row.code}</span>;
  return (
    <>
      <a href={link} target="_blank" rel="noreferrer">
        {row.code}
      </a>
      <CopyButton text={link} words={words} />
    </>
  );
}

export const resourceView: ResourceView<typeof invitations> = {
  cells: { code: (row) => <InvitationLink row={row} /> },
};
