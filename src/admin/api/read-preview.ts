import type { ApiError } from '#admin/api/api-error.ts'
import type { Preview } from '#shared/admin/api.ts'
import type { ShownMail } from '#shared/admin/messages.ts'
import { isRecord } from '#shared/is-record.ts'

/** Reads the new preview from the details of a `plan_changed` error. Returns undefined if they contain none. */
export function readPreview({ will, plan, mail }: ApiError['details']): Preview | undefined {
	if (!Array.isArray(will) || typeof plan !== 'string') return undefined
	return { will: will.map(String), plan, ...(isShownMail(mail) ? { mail } : {}) }
}

function isShownMail(mail: unknown): mail is ShownMail {
	return (
		isRecord(mail) &&
		[mail.subject, mail.html, mail.styles, mail.text].every((part) => typeof part === 'string')
	)
}
