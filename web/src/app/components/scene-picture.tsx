import { Suspense, type ComponentProps } from 'react';
import type { ScenePicture as Picture } from '@kaike/shared/domain/ai/scene/scene-picture';
import { lazyIllustration } from '../../ui/cover/lazy-illustration.ts';
import css from './scene-picture.module.css';

const DrawnThing = lazyIllustration(({ SceneThing }) => SceneThing);
const DrawnBand = lazyIllustration(({ SceneBand }) => SceneBand);

/** What stands for a scene in a list. */
export function ScenePicture({ picture }: { picture: Picture }) {
  return (
    <span className={css['thing']} aria-hidden="true">
      <Suspense fallback={null}>
        <DrawnThing picture={picture} />
      </Suspense>
    </span>
  );
}

/** The place of a talk, with the teacher in it. */
export function ScenePlace(props: ComponentProps<typeof DrawnBand>) {
  return (
    <div className={css['place']} aria-hidden="true">
      <Suspense fallback={null}>
        <DrawnBand {...props} />
      </Suspense>
    </div>
  );
}
