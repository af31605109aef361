import type { AnswerShape } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { isJsonObject, type JsonValue } from '../manifest/json.ts';

/** An answer does not have the shape that its route declares. */
export class WrongAnswer extends Error {}

const checks: Readonly<Record<string, (value: JsonValue | undefined) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  any: (value) => value !== undefined,
};

const isList = (shape: AnswerShape): shape is readonly AnswerShape[] => Array.isArray(shape);

/** The declared part of an answer; what a route does not declare cannot leave. */
export function pickAnswer(shape: AnswerShape, value: JsonValue | undefined, at = 'answer'): JsonValue {
  if (typeof shape === 'string') {
    if (value === undefined || !checks[shape]?.(value)) throw new WrongAnswer(`${at} is not ${shape}`);
    return value;
  }
  if (isList(shape)) {
    const [item] = shape;
    if (!Array.isArray(value) || item === undefined) throw new WrongAnswer(`${at} is no list`);
    return value.map((one: JsonValue, index) => pickAnswer(item, one, `${at}[${index}]`));
  }
  if (!isJsonObject(value)) throw new WrongAnswer(`${at} is no object`);
  return Object.fromEntries(
    Object.entries(shape).map(([declared, part]) => {
      const key = declared.replace(/\?$/, '');
      const isAbsent = value[key] === undefined || value[key] === null;
      return [key, declared !== key && isAbsent ? null : pickAnswer(part, value[key], `${at}.${key}`)];
    }),
  );
}
