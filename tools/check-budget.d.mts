type Visit = {
  name: string;
  script: number;
  style: number;
  requests?: number;
};
export type WeighedVisit = Visit & {
  script_is: number;
  style_is: number;
  requests_are: number;
  page: string | undefined;
};
export const visits: readonly Visit[];
export function weighVisits(folder?: string): WeighedVisit[];
export function excesses(visit: WeighedVisit): string[];
