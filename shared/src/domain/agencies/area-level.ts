import { choicesOf } from '../status.ts';

export const areaLevel = { province: 1, city: 2, county: 3 } as const;
export const areaLevelChoices = choicesOf(areaLevel);
