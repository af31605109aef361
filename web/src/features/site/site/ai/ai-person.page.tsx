import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import aiWords from 'virtual:locale/site_ai';
import type { SiteAiPerson } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Card, Tag } from '../../../../ui/parts.tsx';
import { RecordStates } from '../records/record-states.tsx';
import { useRecord } from '../records/use-record.ts';
import { SiteFrame } from '../site-frame.tsx';
import css from '../site.module.css';
import { SampleButton } from './sample-button.tsx';

function PersonDetail({ person }: { person: SiteAiPerson }) {
  const t = aiWords.useT();
  const facts = [person.country, person.accent, `${person.cefr_min}–${person.cefr_max}`].filter(Boolean).join(' · ');
  return (
    <>
      <Card className={css['person'] ?? ''}>
        <Portrait name={person.name} src={person.avatar} gender={person.gender} size={96} />
        <div>
          <h1 className={css['title']}>
            {person.name} <Tag tone="purple">{t('site_ai.peoples.ai')}</Tag>
          </h1>
          <p className={css['quiet']}>{facts}</p>
          <p lang={person.language}>{person.greeting}</p>
          <div className={css['actions']}>
            <SampleButton person={person} />
            <Link className={buttonClass('primary')} to="/open/ai-prompt-templates">
              {t('site_ai.peoples.to_scenes')}
            </Link>
          </div>
        </div>
      </Card>
    </>
  );
}

/** An AI teacher with the voice. */
export function AiPersonPage() {
  const t = aiWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getAiPerson, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  useTitle(state.data?.row.name ?? t('site_ai.peoples.title'));
  return (
    <SiteFrame>
      <Link to="/open/ai-peoples" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site_ai.peoples.back')}
      </Link>
      <RecordStates
        state={state}
        missing={{
          title: t('site_ai.peoples.gone'),
          action: (
            <Link className={buttonClass('primary')} to="/open/ai-peoples">
              {t('site_ai.peoples.back')}
            </Link>
          ),
        }}
        skeleton={[200]}
      >
        {({ row }) => <PersonDetail person={row} />}
      </RecordStates>
    </SiteFrame>
  );
}
