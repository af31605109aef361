import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { apiTokens } from '@kaike/shared/resources/system/api-tokens';
import { useT } from '../../../app/wording.ts';
import type { ResourceView, ToolbarProps } from '../../../kit/resource-view.ts';
import { Button } from '../../../kit/widgets.ts';

const IssueToken = lazy(async () => ({ default: (await import('./issue-token.tsx')).IssueToken }));
const key = 'resources.api-tokens';

function Toolbar({ permissions, reload }: ToolbarProps) {
  const t = useT();
  const [issuing, setIssuing] = useState(false);
  const close = (): void => {
    setIssuing(false);
    reload();
  };
  return (
    <>
      <Link to="/admin/api-reference">
        <Button tabIndex={-1}>{t('pages.api_reference')}</Button>
      </Link>
      {permissions.includes('issue') ? (
        <Button type="primary" onClick={() => setIssuing(true)}>
          {t(`${key}.actions.issue`)}
        </Button>
      ) : null}
      {issuing ? (
        <Suspense>
          <IssueToken close={close} />
        </Suspense>
      ) : null}
    </>
  );
}

export const resourceView: ResourceView<typeof apiTokens> = { toolbar: Toolbar };
