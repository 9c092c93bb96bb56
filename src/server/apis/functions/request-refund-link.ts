import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { bodyLimitBytes, nothingToSay } from '#server/apis/functions/schemas.ts'
import { sendDataLinkJob, sendRequestLinkJob } from '#server/features/requests/jobs.ts'
import { AppError } from '#server/platform/app-error.ts'
import { readBody, readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle, requireOwnPage } from '#server/platform/http/handle.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { mailboxOf } from '#server/platform/mailbox.ts'

const linkInput = z.object({
	email: z.string(),
	/** The number of the receipt; empty if there is none yet. */
	receipt: z.string().max(40).default(''),
	/** Whether it is about a purchase or about personal data, which needs no account. */
	about: z.enum(['purchase', 'data']).default('purchase'),
})

/**
 * `POST /request-refund-link`: asks for the emailed link with which somebody who is signed out cancels a purchase, or asks about their
 * data. A job looks the purchase up, so the answer, its timing and what is stored are the same whether or not address and number belong together.
 */
export function requestRefundLink(options: FunctionOptions): Handler {
	const { authenticate, rateLimits, database } = options
	return handle({
		about: {
			does: 'Asks for an emailed link with which a purchase can be cancelled or refunded, or personal data asked about, without signing in.',
			for: 'callers',
			body: linkInput,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => authenticate(c.req.raw),
		limit: (c) => rateLimits.consume('noticeAddress', c.get('clientAddress')),
		parse: async (c) => {
			requireOwnPage(c)
			const { email, receipt, about } = await readBody(c.req.raw, linkInput, bodyLimitBytes)
			return { email: readEmail(email), receipt: receiptNumber(receipt), about }
		},
		act: async (c, _caller, { email, receipt, about }) => {
			if (await mayBeEmailed(options, email))
				await database.asServer((tx) =>
					about === 'data'
						? addJob(tx, sendDataLinkJob, { email }, { onceUnder: `data-link ${email}` })
						: addJob(
								tx,
								sendRequestLinkJob,
								{ email, receipt },
								{ onceUnder: `request-link ${email} ${receipt}` },
							),
				)
			return c.json({})
		},
	})
}

/** Returns the number as receipts show it, whether it was entered with or without its letters and zeros. */
function receiptNumber(entered: string): string {
	const compact = entered.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')
	const [, digits] = /^(?:HS)?0*(\d+)$/.exec(compact) ?? []
	return digits === undefined ? compact : `HS-${digits.padStart(6, '0')}`
}

/** Returns whether a mailbox is below its limit of emails that anybody can ask for. The caller gets the same answer either way. */
export async function mayBeEmailed({ rateLimits }: FunctionOptions, email: string): Promise<boolean> {
	try {
		await rateLimits.consume('noticeEmail', mailboxOf(email))
		return true
	} catch (error) {
		if (error instanceof AppError && error.code === 'over_request_rate_limit') return false
		throw error
	}
}
