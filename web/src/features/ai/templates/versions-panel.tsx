import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { Link } from 'react-router';
import templateWords from 'virtual:locale/ai_admin';
import { templateStatusChoices, templateVariables } from '@kaike/shared/domain/ai/ai-template';
import { formatDateTime } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import type { PanelProps } from '../../../kit/resource-view.ts';
import css from './versions-panel.module.css';

type Version = {
  id: number;
  template_version: number;
  status: number;
  published_at: string | null;
  updated_at: string;
};

function VersionLine({ version, isShown }: { version: Version; isShown: boolean }) {
  const t = templateWords.useT();
  const area = useT();
  const choice = templateStatusChoices.find(({ value }) => value === version.status);
  const name = t('ai_admin.templates.version', { version: version.template_version });
  return (
    <li>
      {isShown ? (
        <strong aria-current="true">{name}</strong>
      ) : (
        <Link to={`/admin/ai-prompt-templates/${version.id}`}>{name}</Link>
      )}
      <span className={`kk-tag kk-tag-${choice?.tone ?? 'default'}`}>
        {area(`resources.ai-prompt-templates.choices.status.${choice?.key ?? ''}`)}
      </span>
      <time className="kk-muted" dateTime={version.published_at ?? version.updated_at}>
        {formatDateTime(version.published_at ?? version.updated_at)}
      </time>
      {isShown ? <span className="kk-muted">{t('ai_admin.templates.current')}</span> : null}
    </li>
  );
}

/** Every version of the template's key and language, and the variables a body of its type may use. */
export function VersionsPanel({ row }: PanelProps<typeof aiPromptTemplates, { versions: Version[] }>) {
  const t = templateWords.useT();
  const { versions = [] } = row;
  return (
    <section className={css['panel']}>
      <ul className={css['versions']}>
        {versions.map((version) => (
          <VersionLine key={version.id} version={version} isShown={version.id === row.id} />
        ))}
      </ul>
      <h3>{t('ai_admin.templates.known')}</h3>
      <p className={css['variables']}>
        {templateVariables[row.type].map((name) => (
          <code key={name}>{`{{${name}}}`}</code>
        ))}
      </p>
    </section>
  );
}
