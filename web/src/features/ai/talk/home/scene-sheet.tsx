import talkWords from 'virtual:locale/talk';
import type { TalkPeople, TalkScene } from '@kaike/shared/contracts/ai/ai-talk';
import type { CefrLevel } from '@kaike/shared/domain/people/people';
import { Sheet } from '../../../../ui/sheet.tsx';
import { SceneStart } from './scene-start.tsx';

export function SceneSheet({
  scene,
  peoples,
  cefr,
  onClose,
}: {
  scene: TalkScene | null;
  peoples: readonly TalkPeople[];
  cefr: CefrLevel;
  onClose: () => void;
}) {
  const t = talkWords.useT();
  return (
    <Sheet open={scene !== null} title={scene?.name ?? ''} onClose={onClose} bottom closeLabel={t('talk.close')}>
      {scene ? <SceneStart key={scene.template_id} scene={scene} peoples={peoples} cefr={cefr} /> : null}
    </Sheet>
  );
}
