import { request } from '../../../api/client.ts';
import type { RequestKeys } from '../../../api/request-key.ts';
import { urlOf } from '../../use-resource.ts';
import type { ActionAnswer, ActionProps } from './action-props.ts';
import { reportDone } from './action-result.ts';
import type { RefusedRow } from './bulk-target.ts';

/** Runs the action on few rows and reports it, with an undo where there is one; returns the rows it left alone. */
export async function sendAction(
  props: Omit<ActionProps, 'maps' | 'close'>,
  values: Record<string, unknown>,
  keyOf: RequestKeys['keyOf'],
): Promise<readonly RefusedRow[]> {
  const { definition, name, action, target, done } = props;
  const body = { ...values, ...(action.on === 'rows' ? { ids: target.rows.map((row) => row.id) } : {}) };
  const answer = (await request(action.method, `${urlOf(definition)}/${name}`, {
    body,
    keeps_alert: true,
    headers: { 'X-Idempotency-Key': keyOf(body) },
  })) as ActionAnswer;
  done();
  reportDone(props, answer, values);
  return answer.failed;
}
