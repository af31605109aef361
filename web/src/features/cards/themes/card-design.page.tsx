import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import designWords from 'virtual:locale/card_design';
import * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import { checkLayout } from '@kaike/shared/domain/cards/faces/card-layout-check';
import { cardThemes } from '@kaike/shared/resources/cards/card-themes';
import { call } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { LeaveGuard } from '../../../kit/form/leave-guard.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { useWords } from '../../../kit/words/use-words.ts';
import { Alert, Button, Skeleton } from '../../../kit/widgets.ts';
import { Designer } from './designer/designer.tsx';
import { StaleDesign } from './designer/parts/design-parts.tsx';
import css from './card-design.module.css';
import { useDesign, type DesignData } from './designer/use-design.ts';
import { useDesignKeys } from './designer/keys/use-design-keys.ts';

function Workbench({ data }: { data: DesignData }) {
  const t = designWords.useT();
  const words = useWords(cardThemes);
  const isFixed = !useCan('admin.card-themes.update');
  const design = useDesign(data, { saved: t('card_design.saved'), failed: t('card_design.save_failed') });
  const { drawn, dirty, busy, theirs, settle } = design;
  const errors = checkLayout(drawn.layout, drawn.covers).filter((problem) => problem.is_error).length;
  const save = (): void => {
    if (dirty && errors === 0 && !busy) void design.save();
  };
  useDesignKeys({ undo: design.undo, redo: design.redo, save }, !isFixed);
  return (
    <>
      <PageTitle
        title={`${t('card_design.title')} · ${data.theme.name}`}
        extra={
          <span className="kk-buttons">
            <Link to="/admin/card-themes">{t('card_design.back')}</Link>
            {isFixed ? null : (
              <Button type="primary" loading={busy} disabled={!dirty || errors > 0} onClick={save}>
                {t('card_design.save')}
              </Button>
            )}
          </span>
        }
      />
      {isFixed ? (
        <div className={css['note']}>
          <Alert type="info" showIcon title={t('card_design.read_only')} />
        </div>
      ) : null}
      <Designer data={data} design={design} isFixed={isFixed} />
      <StaleDesign open={theirs !== null} settle={settle} />
      <LeaveGuard dirty={dirty} words={words} onLeave={design.forget} />
    </>
  );
}

/** The designer of a card theme. */
export function CardDesignPage() {
  const id = Number(useParams()['id'] ?? 0);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['card-themes', 'design', id],
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(cardThemesApi.getCardDesign, { params: { id }, signal, in_place: true }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  return <Workbench key={data.theme.id} data={data} />;
}
