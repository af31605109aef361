import { outcomeOf, textOf, uploadsUrl, type Sending, type KodoSession } from './kodo-client.ts';
import type { UploadDeps, UploadReply } from './upload-port.ts';

/** What the protocol's statuses are for those of a vendor: an address that has expired is signed again. */
const statusOf = (status: number): number => (status === 404 ? 612 : status === 400 || status === 403 ? 500 : status);

/** Sends a part to an address of the vendor, which our server signs for this part alone. */
export async function sendSigned(deps: UploadDeps, session: KodoSession, sending: Sending): Promise<UploadReply> {
  const { token, upload_id: id, signal } = session;
  const size = sending.body instanceof Blob ? sending.body.size : 0;
  const url = `${uploadsUrl(token)}/${id}${sending.path ?? ''}?size=${size}`;
  const signed = await deps.send({ method: 'GET', url, token: token.token, signal });
  if (outcomeOf(signed.status) !== 'ok') return signed;
  const reply = await deps.send({ ...sending, url: textOf(signed.body, 'url'), token: '', signal });
  return { status: statusOf(reply.status), body: { etag: reply.etag ?? '' } };
}
