/** What stands in the drawn picture of a scene. */
export const scenePictures = [
  'talk',
  'cafe',
  'restaurant',
  'street',
  'shop',
  'office',
  'hotel',
  'airport',
  'clinic',
  'bank',
  'house',
  'school',
  'interview',
  'meeting',
] as const;
export type ScenePicture = (typeof scenePictures)[number];

/** The picture of a stored scene; two bubbles where none was chosen. */
export const scenePictureIn = (value: unknown): ScenePicture =>
  scenePictures.find((picture) => picture === value) ?? 'talk';
