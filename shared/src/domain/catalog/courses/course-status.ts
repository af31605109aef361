import { choicesOf, type Transition, type ValueIn } from '../../status.ts';

export const courseStatus = { draft: 0, published: 1, off_shelf: 2 } as const;
export type CourseStatus = ValueIn<typeof courseStatus>;
export const courseStatusChoices = choicesOf(courseStatus, {
  draft: 'muted',
  published: 'success',
  off_shelf: 'warning',
});

export const lessonType = { video: 1, audio: 2, document: 3, article: 4, ai_scene: 5 } as const;
export type LessonType = ValueIn<typeof lessonType>;
export const lessonTypeChoices = choicesOf(lessonType);

/** Lessons that are played; progress is what was watched or heard. */
export const playedTypes: readonly LessonType[] = [lessonType.video, lessonType.audio];

/** On or off, for rows without a life cycle: subjects, teachers, columns, lessons, themes. */
export const switchStatus = { off: 0, on: 1 } as const;
export type SwitchStatus = ValueIn<typeof switchStatus>;
export const switchStatusChoices = choicesOf(switchStatus, { off: 'muted', on: 'success' });

export const defaultCompletePercent = 90;
export const defaultMaxSpeed = 2;

export const courseActions: Readonly<Record<'publish' | 'take_off', Transition<CourseStatus>>> = {
  publish: { from: [courseStatus.draft, courseStatus.off_shelf], to: courseStatus.published },
  take_off: { from: [courseStatus.published], to: courseStatus.off_shelf },
};
