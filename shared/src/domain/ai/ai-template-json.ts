import { scenePictures } from './scene/scene-picture.ts';

/** Options of a request to the model; all optional. */
export type TemplateOptions = { model?: string; temperature?: number; max_tokens?: number };

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, { readonly check: Check; readonly required?: true }>>;

const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max;
const number =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;
const whole =
  (min: number, max: number): Check =>
  (value) =>
    number(min, max)(value) && Number.isInteger(value);
const texts =
  (min: number, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every((item) => text(200)(item));

/** Texts, or texts with their Chinese; goals of a script have a check, too. */
const worded =
  (min: number, max: number): Check =>
  (value) =>
    texts(min, max)(value) ||
    (Array.isArray(value) &&
      value.length >= min &&
      value.length <= max &&
      value.every((item) => firstWrong(item, wordedShape) === null));
const anything: Check = (value) => typeof value === 'object' && value !== null;

const wordedShape: Shape = {
  text: { check: text(200), required: true },
  zh: { check: text(200), required: true },
  check: { check: anything },
};

const optionsShape: Shape = {
  model: { check: text(100) },
  temperature: { check: number(0, 2) },
  max_tokens: { check: whole(1, 32_000) },
};

const sceneShape: Shape = {
  user_role: { check: text(100), required: true },
  ai_role: { check: text(100), required: true },
  place: { check: text(100), required: true },
  picture: { check: (value) => scenePictures.some((picture) => picture === value) },
  goals: { check: worded(1, 10), required: true },
  phrases: { check: worded(0, 50) },
  vocabulary: { check: worded(0, 100) },
  minutes: { check: whole(1, 120), required: true },
  /** Its content is checked by the feature that plays it. */
  script: { check: anything },
};

/** The first key that is missing, unknown or invalid; null when the value is valid. `*` stands for the value itself. */
function firstWrong(value: unknown, shape: Shape): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '*';
  const entries = new Map<string, unknown>(Object.entries(value));
  for (const key of entries.keys()) if (!(key in shape)) return key;
  for (const [key, { check, required }] of Object.entries(shape)) {
    if (entries.has(key) ? !check(entries.get(key)) : required) return key;
  }
  return null;
}

export const wrongOption = (value: unknown): string | null => firstWrong(value, optionsShape);
export const wrongSceneKey = (value: unknown): string | null => firstWrong(value, sceneShape);
