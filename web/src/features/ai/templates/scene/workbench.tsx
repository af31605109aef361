import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import sceneWords from 'virtual:locale/scene_editor';
import { templateStatus } from '@kaike/shared/domain/ai/ai-template';
import { parseSceneForm, writeSceneForm, type SceneForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { LeaveGuard } from '../../../../kit/form/leave-guard.tsx';
import { StaleDialog } from '../../../../kit/form/stale-dialog.tsx';
import { useRecordForm } from '../../../../kit/form/use-record-form.ts';
import { PageTitle } from '../../../../kit/pages/page-title.tsx';
import { useReload, type LoadedRow } from '../../../../kit/use-resource.ts';
import { useWords } from '../../../../kit/words/use-words.ts';
import { Alert, Button, Tabs } from '../../../../kit/widgets.ts';
import { TrialTalk } from '../trial-panel.tsx';
import { FaultList } from './fault-list.tsx';
import { WrongPaths } from './inputs.tsx';
import { parsePlace, type FormPosition, type SceneTab } from './place.ts';
import { ScriptPart } from './script-part.tsx';
import { SettingPart, WordsPart } from './setting-part.tsx';
import css from './scene.module.css';
import { useFaults } from './use-faults.ts';

/** What is shown, and what is to be focused once it is. */
type View = { tab: SceneTab; node: number | null; focus: string | null };

/** The fields of the form for the scene, which also come from outside: a draft, another person's version. */
function useScene(scene: unknown, set: (scene: unknown) => void) {
  const [opened, setOpened] = useState(() => ({ scene, form: parseSceneForm(scene) }));
  if (opened.scene !== scene) setOpened({ scene, form: parseSceneForm(scene) });
  const change = (form: SceneForm): void => {
    const next = writeSceneForm(form);
    setOpened({ scene: next, form });
    set(next);
  };
  return { form: opened.form, change };
}

/** Ctrl+S saves. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || event.isComposing) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Frames after which an input that cannot be focused is given up. */
const maxFrames = 30;

/** Focuses the first input whose id begins with the path, once it is shown. */
function useFocus(path: string | null, done: () => void): void {
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    if (path === null) return;
    let frames = 0;
    let next = 0;
    const focus = (): void => {
      const input = document.querySelector<HTMLElement>(`[id="${path}"], [id^="${path}."], [id^="${path}["]`);
      input?.focus();
      frames += 1;
      if (input && document.activeElement === input) input.scrollIntoView({ block: 'center' });
      else if (frames < maxFrames) {
        next = requestAnimationFrame(focus);
        return;
      }
      latest.current();
    };
    focus();
    return () => cancelAnimationFrame(next);
  }, [path]);
}

function Editor({ loaded, view, setView }: { loaded: LoadedRow; view: View; setView: (view: View) => void }) {
  const t = sceneWords.useT();
  const words = useWords(aiPromptTemplates);
  const reload = useReload(aiPromptTemplates.name);
  const { row } = loaded;
  const record = useRecordForm({ definition: aiPromptTemplates, row, words, saved: reload });
  const scene = record.values['scene'];
  const { form, change } = useScene(scene, (json) => record.set('scene', json));
  const { faults, isChecked } = useFaults(form, scene);
  const places = useMemo(() => faults.map(({ place }) => parsePlace(place, form)), [faults, form]);
  const wrongPaths = useMemo(() => new Set(places.map(({ path }) => path)), [places]);
  const wrongNodes = useMemo(() => new Set(places.flatMap(({ node }) => node ?? [])), [places]);
  const open = ({ tab, node, path }: FormPosition): void => setView({ tab, node, focus: path });
  useFocus(view.focus, () => setView({ ...view, focus: null }));
  const save = (): void => {
    const [first] = places;
    if (first) open(first);
    else if (record.dirty && isChecked && !record.busy) void record.save();
  };
  useSaveKey(save);
  const refused = Object.values(record.errors).find((text) => text);
  const tabs = [
    { key: 'setting', label: t('scene_editor.tabs.setting'), children: <SettingPart form={form} change={change} /> },
    { key: 'words', label: t('scene_editor.tabs.words'), children: <WordsPart form={form} change={change} /> },
    {
      key: 'script',
      label: t('scene_editor.tabs.script'),
      children: (
        <ScriptPart
          form={form}
          change={change}
          node={view.node}
          show={(node) => setView({ tab: 'script', node, focus: null })}
          wrong={wrongNodes}
        />
      ),
    },
  ] as const;
  return (
    <>
      <PageTitle
        title={`${t('scene_editor.title')} · ${String(row['name'])}`}
        extra={
          <span className="kk-buttons">
            <Link to={`/admin/ai-prompt-templates/${row.id}`}>{t('scene_editor.back')}</Link>
            <Button type="primary" loading={record.busy} disabled={!record.dirty} onClick={save}>
              {words.t('kit.save')}
            </Button>
          </span>
        }
      />
      <div className={css['notes']} role="status">
        {row['status'] === templateStatus.draft ? null : (
          <Alert type="info" showIcon title={t('scene_editor.next_draft')} />
        )}
        {record.draft_at !== null && record.dirty ? (
          <Alert
            type="info"
            showIcon
            title={words.t('kit.draft_found')}
            action={
              <Button size="small" onClick={record.discard}>
                {words.t('kit.draft_drop')}
              </Button>
            }
          />
        ) : null}
        {refused ? <Alert type="error" showIcon title={refused} /> : null}
      </div>
      <div className={css['workbench']}>
        <section className="kk-panel kk-padded">
          <WrongPaths value={wrongPaths}>
            <Tabs
              animated={false}
              activeKey={view.tab}
              onChange={(key) => {
                const next = tabs.find((tab) => tab.key === key);
                if (next) setView({ ...view, tab: next.key, focus: null });
              }}
              items={[...tabs]}
            />
          </WrongPaths>
        </section>
        <aside className={`kk-panel kk-padded ${css['side'] ?? ''}`}>
          <FaultList form={form} faults={faults} isChecked={isChecked} open={open} />
          <h2>{t('scene_editor.trial')}</h2>
          {!form.script ? (
            <p className="kk-muted">{t('scene_editor.no_trial')}</p>
          ) : faults.length > 0 ? (
            <p className="kk-muted">{t('scene_editor.trial_later')}</p>
          ) : isChecked ? (
            <TrialTalk templateId={row.id} scene={scene} />
          ) : null}
        </aside>
      </div>
      <StaleDialog
        fields={aiPromptTemplates.fields}
        conflicts={record.conflicts}
        words={words}
        maps={loaded.maps}
        resolve={record.resolve}
      />
      <LeaveGuard dirty={record.dirty} words={words} onLeave={record.forget} />
    </>
  );
}

/** The editor of a stored row; what is shown outlives a save, which brings the next version of the row. */
export function SceneWorkbench({ loaded }: { loaded: LoadedRow }) {
  const [view, setView] = useState<View>({ tab: 'setting', node: null, focus: null });
  return <Editor key={loaded.row.version ?? 0} loaded={loaded} view={view} setView={setView} />;
}
