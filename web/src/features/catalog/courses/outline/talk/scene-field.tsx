import { useQuery } from '@tanstack/react-query';
import type { OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import * as courses from '@kaike/shared/contracts/catalog/courses';
import { call } from '../../../../../api/client.ts';
import { useT } from '../../../../../app/wording.ts';
import { FieldBox } from '../../../../../kit/fields/field-box.tsx';
import { Select } from '../../../../../kit/widgets.ts';
import css from '../outline.module.css';

type Props = {
  id: string;
  courseId: number;
  /** The scene that is stored, which may have been withdrawn. */
  stored: OutlineLesson['scene'];
  value: number | null;
  error: string | undefined;
  onChange: (id: number) => void;
};

/** Chooses the scene of a lesson, and says what learners will do in it. */
export function SceneField({ id, courseId, stored, value, error, onChange }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['outline', courseId, 'scenes'],
    queryFn: ({ signal }) => call(courses.listLessonScenes, { params: { id: courseId }, signal }),
  });
  const scenes = data?.scenes ?? [];
  const selected = scenes.find((scene) => scene.id === value);
  const isWithdrawn = data !== undefined && value !== null && !selected;
  const options = [
    ...(isWithdrawn && stored
      ? [{ value: stored.id, label: t('outline.scene_withdrawn', { name: stored.name }) }]
      : []),
    ...scenes.map((scene) => ({
      value: scene.id,
      label: t('outline.scene_option', { name: scene.name, minutes: scene.minutes }),
    })),
  ];
  const help = selected
    ? t('outline.scene_goals', { goals: selected.goals.join(t('outline.scene_between')) })
    : t('outline.scene_help');
  return (
    <FieldBox
      id={id}
      label={t('outline.template_id')}
      help={data?.has_teacher === false ? t('outline.no_teacher') : help}
      error={error}
    >
      <Select
        id={id}
        className={css['full'] ?? ''}
        showSearch
        optionFilterProp="label"
        loading={!data}
        placeholder={t('outline.scene_choose')}
        value={value}
        options={options}
        onChange={onChange}
        status={error ? 'error' : ''}
      />
    </FieldBox>
  );
}
