import type { MenuNode, MenuParam, MenuResponse } from '@kaike/shared/contracts/office/menus';
import type { OrderStatus, PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { Locale } from '@kaike/shared/locales/languages';

export type Addresses = string[];

/** A challenge of a vendor: the account it was issued for, and whether without the vendor, and for a login. */
export type StoredCaptcha = { type: 'geetest4' | 'geetest3'; id: string; is_offline: boolean; is_login: boolean };

/** What the operation log keeps of one side of a change, by field. */
export type LoggedValues = Record<string, unknown>;

/** The names an administrator wrote; the wording of the product where there is none. */
export type NamesByLocale = Partial<Record<Locale, string>>;

/** What an added menu entry says of the endpoint behind it. */
export type MenuParams = MenuParam[];
export type MenuResponses = MenuResponse[];
/** Whether an entry leads to a page or an endpoint; empty where it follows from what the entry is. */
export type MenuUse = MenuNode['use'];

/** What a product stores of a course, to detect later changes. */
export type CourseFacts = {
  title: string;
  status: number;
  lesson_count: number;
  duration_sec: number;
  sale_price: number;
};
export type FactsByCourse = Record<string, CourseFacts>;

/** A course as a certificate states it. */
export type StudiedCourse = { title: string; lessons_done: number; study_sec: number };
export type StudiedCourses = StudiedCourse[];

/** The moves of one type in a statement: how many, and what they sum to. */
export type StatementType = { type: number; count: number; delta: number };
export type StatementTypes = StatementType[];

export type StoredEvidence = {
  member_ids?: number[] | null;
  batch_ids?: number[] | null;
  agency_area?: string;
  areas?: string[] | null;
  usual_per_hour?: number;
  of?: number;
};

/** Empty until the order is paid. */
export type OrderChannel = PayChannel | '';

/** The status of the order before its refund; 0 for the refund of an extra payment, which moves no order. */
export type RefundedStatus = OrderStatus | 0;

/** What a notice about a learner's own study says; the words are made for each reader. */
export type NoticeFacts =
  | {
      kind: 'week';
      /** Its Monday. */
      monday: string;
      study_sec: number;
      /** Of the week before. */
      before_sec: number;
      days: number;
      lessons: number;
      /** Titles of courses finished. */
      courses: string[];
      /** The course whose access ends next. */
      ending: { title: string; end_at: string } | null;
    }
  | { kind: 'reminder'; left_min: number; goal_min: number };
