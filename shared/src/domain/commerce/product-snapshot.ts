import type { ProductType, StackRule, TermMode } from './product-status.ts';

export type SnapshotCourse = {
  readonly id: number;
  readonly title: string;
  readonly cover: string | null;
  /** Absent in snapshots from before it existed. */
  readonly cover_style?: string;
  readonly lesson_count: number;
  readonly duration_sec: number;
};

/** What a card sells, frozen when its batch is created: later changes to the product do not affect it. */
export type ProductSnapshot = {
  readonly product_id: number;
  readonly sn: string;
  readonly type: ProductType;
  readonly title: string;
  readonly cover: string | null;
  readonly intro: string;
  /** Fen. */
  readonly list_price: number;
  readonly sale_price: number;
  readonly courses: readonly SnapshotCourse[];
  readonly ai_seconds: number;
  readonly term_mode: TermMode;
  readonly term_value: number;
  /** A day, yyyy-MM-dd. */
  readonly fixed_end_at: string | null;
  readonly stack_rule: StackRule;
  /** Cards of the product one member may activate; 0 means no limit. */
  readonly per_member_limit: number;
  readonly refund_days: number;
};
