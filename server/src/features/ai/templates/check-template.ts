import { parseTemplateBody, templateType, unknownVariables } from '@kaike/shared/domain/ai/ai-template';
import { wrongOption, wrongSceneKey } from '@kaike/shared/domain/ai/ai-template-json';
import type { InputOf } from '@kaike/shared/kit/field';
import type { aiPromptTemplates } from '@kaike/shared/resources/ai/ai-prompt-templates';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import { checkScript } from '../scenes/public.ts';

type Template = Pick<InputOf<typeof aiPromptTemplates.fields>, 'type' | 'body' | 'scene' | 'options'>;

function checkBody({ type, body }: Template): string[] {
  const { variables, is_broken } = parseTemplateBody(body);
  assert(!is_broken, 'ai_template.braces', { field: 'body' });
  const unknown = unknownVariables(type, variables);
  if (unknown.length > 0)
    throw new AppError('ai_template.variable', { field: 'body', params: { names: unknown.join('、') } });
  return variables;
}

function checkScene(values: Template): unknown {
  if (values.type !== templateType.scene) return null;
  const wrong = wrongSceneKey(values.scene);
  assert(wrong !== '*', 'ai_template.no_scene', { field: 'scene' });
  if (wrong !== null) throw new AppError('ai_template.scene', { field: 'scene', params: { key: wrong } });
  checkScript(values.scene);
  return values.scene;
}

function checkOptions(options: unknown): void {
  const wrong = wrongOption(options);
  assert(wrong !== '*', 'ai_template.no_options', { field: 'options' });
  if (wrong !== null) throw new AppError('ai_template.options', { field: 'options', params: { key: wrong } });
}

/** Validates a complete template and returns its derived values: the variables of its body, and the scene if it is one. Errors name all wrong fields. */
export async function checkTemplate(
  values: Template,
): Promise<{ variables: string[]; scene: unknown; options: unknown }> {
  const options = values.options ?? {};
  await checkAll(
    () => checkBody(values),
    () => checkOptions(options),
    () => checkScene(values),
  );
  return { variables: checkBody(values), options, scene: checkScene(values) };
}
