import type * as aiPromptTemplates from '@kaike/shared/contracts/ai/ai-prompt-templates';
import { wrongSceneKey } from '@kaike/shared/domain/ai/ai-template-json';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { parseScript, scriptFaults, type ScriptFault } from '../scenes/public.ts';

/** All faults of a scene; of its shape, only the first. */
function findFaults(scene: unknown): ScriptFault[] {
  const key = wrongSceneKey(scene);
  if (key !== null) return [{ place: key, code: 'ai_template.scene' }];
  try {
    const script = parseScript(scene);
    return script ? scriptFaults(script) : [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [{ place: String(error.details.params?.['place'] ?? ''), code: error.code }];
  }
}

/** What keeps a scene that is being written from being stored. Nothing is kept of it. */
export async function checkScene(
  call: AdminCallOf<typeof aiPromptTemplates.checkScene>,
): Promise<ResponseOf<typeof aiPromptTemplates.checkScene>> {
  return { faults: findFaults(call.body.scene) };
}
