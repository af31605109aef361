import { Link } from 'react-router';
import aiWords from 'virtual:locale/site_ai';
import type { SiteAiPerson } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { ListPage } from '../list-page.tsx';
import css from '../site.module.css';
import { SampleButton } from './sample-button.tsx';
import ai from './ai.module.css';

const load = (signal: AbortSignal) => call(site.listAiPeoples, { signal });

export const factsOf = ({ accent, cefr_min: from, cefr_max: to }: SiteAiPerson): string =>
  [accent, `${from}–${to}`].filter(Boolean).join(' · ');

function PersonCard({ person }: { person: SiteAiPerson }) {
  return (
    <li className={ai['person']}>
      <Link to={`/open/ai-peoples/${person.id}`} className={ai['personLink']}>
        <Portrait name={person.name} src={person.avatar} gender={person.gender} size={56} />
        <span className={css['teacherText']}>
          <strong>{person.name}</strong>
          <span className={css['quiet']}>{factsOf(person)}</span>
          <span className={css['quiet']} lang={person.language}>
            {person.greeting}
          </span>
        </span>
      </Link>
      <SampleButton person={person} />
    </li>
  );
}

/** The AI teachers of the school, each with the voice. */
export function AiPeoplesPage() {
  const t = aiWords.useT();
  return (
    <ListPage
      title={t('site_ai.peoples.title')}
      load={load}
      empty={{
        icon: 'user',
        title: t('site_ai.peoples.empty'),
        text: t('site_ai.peoples.empty_text'),
        is: ({ data }) => data.length === 0,
      }}
    >
      {({ data }) => (
        <>
          <p className={css['quiet']}>{t('site_ai.peoples.text')}</p>
          <ul className={css['teachers']}>
            {data.map((person) => (
              <PersonCard key={person.id} person={person} />
            ))}
          </ul>
          <p>
            <Link className={buttonClass('primary')} to="/open/ai-prompt-templates">
              {t('site_ai.peoples.to_scenes')}
            </Link>
          </p>
        </>
      )}
    </ListPage>
  );
}
