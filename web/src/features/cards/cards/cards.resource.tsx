import type { cards } from '@kaike/shared/resources/cards/cards';
import type { ResourceView } from '../../../kit/resource-view.ts';
import { CardStory } from './story/card-story.tsx';

export const resourceView: ResourceView<typeof cards> = {
  panels: [{ key: 'story', wording: 'card_story.title', panel: CardStory, permission: 'show', first: true }],
};
