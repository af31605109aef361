import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { resourceAt, WithDefinition } from './definitions/with-definition.tsx';
import { RecordEditor } from './form/record-editor.tsx';
import { PageTitle } from './pages/page-title.tsx';
import { urlOf, useReload } from './use-resource.ts';
import { useRecordTitle } from './pages/use-record-title.ts';
import { useWords } from './words/use-words.ts';

const ImportPage = lazy(async () => ({ default: (await import('./transfer/import/import-page.tsx')).ImportPage }));

function ResourceEdit({ definition, id }: { definition: ResourceDefinition; id: number }) {
  const words = useWords(definition);
  const navigate = useNavigate();
  const reload = useReload(definition.name);
  const title = useRecordTitle(definition, id, words);
  const [params, setParams] = useSearchParams();
  return (
    <>
      <PageTitle
        title={title}
        extra={<Button onClick={() => void navigate(urlOf(definition))}>{words.t('kit.back')}</Button>}
      />
      <section className="kk-panel kk-padded">
        <RecordEditor
          definition={definition}
          id={id}
          isPage
          tab={params.get('tab') ?? ''}
          onTab={(tab) => setParams({ tab }, { replace: true })}
          onSaved={(saved) => {
            reload();
            if (id === 0) void navigate(saved ? `${urlOf(definition)}/${saved}` : urlOf(definition), { replace: true });
          }}
        />
      </section>
    </>
  );
}

/** The page of one row: the same editor as in the drawer. Beside the rows stands the import. */
export function ResourceEditPage() {
  const { pathname } = useLocation();
  const { id = '' } = useParams();
  const name = resourceAt(pathname.slice(0, pathname.lastIndexOf(`/${id}`)));
  // Its error page replaces this one and leaves the address as it was typed.
  if (id !== 'import' && id !== 'create' && !/^\d{1,15}$/.test(id)) throw new Response(null, { status: 404 });
  return (
    <WithDefinition key={`${name}/${id}`} name={name}>
      {(definition) => {
        if (id === 'create' && definition.only.includes('create'))
          return <Navigate to={`${urlOf(definition)}?open=0`} replace />;
        if (id === 'create') throw new Response(null, { status: 404 });
        if (id !== 'import') return <ResourceEdit definition={definition} id={Number(id)} />;
        if (!definition.only.includes('import')) throw new Response(null, { status: 404 });
        return (
          <Suspense>
            <ImportPage definition={definition} />
          </Suspense>
        );
      }}
    </WithDefinition>
  );
}
