import { markPicture } from './mail-parts.ts'
import type { Mail } from './mailer.ts'

export type ReadMark = () => Promise<Uint8Array<ArrayBuffer> | undefined>

/** Returns an email with the shop's own icon. If that can't be read now, the email has the icon that comes with the shop. */
export async function withMark(mail: Mail, read: ReadMark): Promise<Mail> {
	const bytes = await read().catch(() => undefined)
	if (bytes === undefined) return mail
	const pictures = mail.pictures?.map((one) => (one.cid === markPicture.cid ? { ...one, bytes } : one))
	return { ...mail, ...(pictures === undefined ? {} : { pictures }) }
}
