import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const templateStatus = { draft: 0, published: 1, archived: 2 } as const;
export type TemplateStatus = ValueIn<typeof templateStatus>;
export const templateStatusChoices = choicesOf(templateStatus, {
  draft: 'muted',
  published: 'success',
  archived: 'outline',
});

export const templateType = {
  persona: 1,
  scene: 2,
  greeting: 3,
  correction: 4,
  translation: 5,
  report: 7,
} as const;
export type TemplateType = ValueIn<typeof templateType>;
export const templateTypeChoices = choicesOf(templateType);

/** Languages a prompt may be written in. */
export const promptLocaleChoices = choicesOf({ english: 'en', chinese: 'zh-CN' });

/** A draft may be archived without being published; an archived template is published again only as a new version. */
export const templateActions: Readonly<Record<'publish' | 'archive', Transition<TemplateStatus>>> = {
  publish: { from: [templateStatus.draft], to: templateStatus.published },
  archive: { from: [templateStatus.draft, templateStatus.published], to: templateStatus.archived },
};

const aboutTeacher = [
  'cefr',
  'language',
  'native_language',
  'people_name',
  'persona',
  'teaching_style',
  'correction',
] as const;
const aboutTalk = [
  'learner_name',
  ...aboutTeacher,
  'course_title',
  'lesson_title',
  'user_role',
  'ai_role',
  'place',
  'goals',
  'phrases',
  'vocabulary',
  'minutes',
  'goals_left',
  'minutes_left',
] as const;
const aboutText = ['cefr', 'language', 'native_language', 'text'] as const;

/** What the request of a type of template can fill in; any other name in its body is an error. */
export const templateVariables = {
  [templateType.persona]: aboutTalk,
  [templateType.scene]: aboutTalk,
  // A first line is written once for every learner of a level.
  [templateType.greeting]: aboutTeacher,
  [templateType.correction]: aboutText,
  [templateType.translation]: aboutText,
  [templateType.report]: [
    'learner_name',
    'cefr',
    'language',
    'native_language',
    'people_name',
    'course_title',
    'lesson_title',
    'goals',
    'history',
  ],
} as const satisfies Readonly<Record<TemplateType, readonly string[]>>;

/** The values of every variable of a type. */
export type TemplateValues<T extends TemplateType> = Readonly<Record<(typeof templateVariables)[T][number], string>>;

export type BodyReading = {
  /** Names in the order they first appear. */
  variables: string[];
  /** A brace pair is unclosed, nested or empty. */
  is_broken: boolean;
};

/** Reads the `{{name}}` variables of a prompt; spaces inside the braces are ignored. */
export function parseTemplateBody(body: string): BodyReading {
  const names: string[] = [];
  const rest = body.replace(/\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return '';
  });
  return { variables: names, is_broken: /\{\{|\}\}/.test(rest) };
}

/** The names among those of a body that no request of its type fills in. */
export function unknownVariables(type: TemplateType, names: readonly string[]): string[] {
  const known: ReadonlySet<string> = new Set(templateVariables[type]);
  return names.filter((name) => !known.has(name));
}

/** Replaces the variables of a body with values; a variable without a value becomes empty. */
export function fillTemplate(body: string, values: Readonly<Record<string, string>>): string {
  return body.replace(/\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g, (_all, name: string) => values[name] ?? '');
}
