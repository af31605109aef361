export type WeighedVisit = {
  name: string;
  script: number;
  style: number;
  requests?: number;
  script_is: number;
  style_is: number;
  requests_are: number;
  page: string | undefined;
};
export function weighVisits(folder?: string): WeighedVisit[];
export function excesses(visit: WeighedVisit): string[];
