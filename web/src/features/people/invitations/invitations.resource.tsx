import { invitationPath } from '@kaike/shared/domain/people/invitation-state';
import { invitations } from '@kaike/shared/resources/people/invitations';
import { useConfig } from '../../../app/config.ts';
import { CopyButton } from '../../../kit/list/rows/copy-button.tsx';
import type { PanelProps, ResourceView } from '../../../kit/resource-view.ts';
import { useWords } from '../../../kit/words/use-words.ts';

/** The link, to be copied while it admits people: whole in the record, by its end in a list. */
function InvitationLink({ row, isWhole = false }: Pick<PanelProps<typeof invitations>, 'row'> & { isWhole?: boolean }) {
  const words = useWords(invitations);
  const site = useConfig((state) => state.config?.app_url) || location.origin;
  const link = site.replace(/\/$/, '') + invitationPath(row.code);
  const text = isWhole ? link : row.code;
  if (row.state !== 'open') return <span className="kk-muted">{text}</span>;
  return (
    <>
      <a href={link} target="_blank" rel="noreferrer">
        {text}
      </a>
      <CopyButton text={link} words={words} />
    </>
  );
}

/** The link comes first: it is what the invitation is made for. */
function InvitationPart({ row }: PanelProps<typeof invitations>) {
  const words = useWords(invitations);
  return (
    <p>
      {words.field('code')} <InvitationLink row={row} isWhole />
    </p>
  );
}

export const resourceView: ResourceView<typeof invitations> = {
  cells: { code: (row) => <InvitationLink row={row} /> },
  overview: InvitationPart,
};
