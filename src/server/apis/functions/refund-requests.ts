import type { Context } from 'hono'
import { z } from 'zod'
import { limitCheckouts, requireBuyer } from '#server/apis/functions/create-payment.ts'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { addEmailToAsk, purchaseNotFound, termsChanged } from '#server/apis/functions/errors.ts'
import { bodyLimitBytes, noticeTokenSchema } from '#server/apis/functions/schemas.ts'
import { giveBack, limitTokens } from '#server/apis/functions/stop-emails.ts'
import { ask } from '#server/features/requests/ask.ts'
import { askAboutData, type DataAsker, readDataRequests } from '#server/features/requests/data-requests.ts'
import { readDataLink, readRequestLink } from '#server/features/requests/links.ts'
import { type Buyer, readRefundTerms } from '#server/features/requests/read-terms.ts'
import { emailLinkExpired } from '#server/platform/errors.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { DecisionError } from '#server/shop/plan.ts'
import { longestRequest } from '#shared/refund-limits.ts'
import {
	dataRequestSchema,
	kindsOfDataRequest,
	type RefundTerms,
	refundTermsSchema,
	waysToAsk,
} from '#shared/refund-terms.ts'

/** The token of an emailed link, if the caller has come by one. */
const link = noticeTokenSchema.optional()
const termsInput = z.object({ link })
const askInput = z
	.object({
		purchaseId: z.uuid(),
		/** What the buyer was offered and has confirmed. */
		way: z.enum(waysToAsk).exclude(['none']),
		said: z.string().trim().max(longestRequest).default(''),
		link,
	})
	.refine(({ way, said }) => way !== 'help' || said !== '', { path: ['said'], error: 'Say what is wrong' })

const dataInput = z.object({
	kind: z.enum(kindsOfDataRequest),
	said: z.string().trim().min(1).max(longestRequest),
	link,
})
/** What somebody has asked about their data. */
const madeSchema = z.array(dataRequestSchema)

/**
 * `POST /refund-terms`: says what the caller may ask for about each of their purchases, or about the one of an emailed link, and what
 * they have asked about their data, unless a link is for a purchase. Throws
 * `otp_expired` if the link is unknown or has expired.
 */
export function refundTerms(options: FunctionOptions): Handler {
	return handle({
		about: {
			does: 'Says which of the caller’s purchases can be cancelled or refunded, and why.',
			for: 'callers',
			body: termsInput,
			answers: {
				200: z.strictObject({
					purchases: z.array(refundTermsSchema),
					data: madeSchema,
					/** Whether the link is about personal data, and no purchase. */
					isAboutData: z.boolean(),
				}),
			},
		},
		authenticate: (c) => options.authenticate(c.req.raw),
		parse: (c) => readBody(c.req.raw, termsInput, bodyLimitBytes),
		act: async (c, _caller, { link: token }) => {
			const { buyer, asker } = await askerOf(options, c, token)
			return c.json({
				purchases: buyer === undefined ? [] : await termsOf(options, buyer),
				data: asker === undefined ? [] : await readDataRequests(options.database, asker),
				isAboutData: buyer === undefined,
			})
		},
	})
}

/**
 * `POST /request-refund`: refunds an unopened guide, cancels a purchase whose payment is on its way, or passes a message on to a
 * person. Returns the terms afterwards. Throws `purchase_not_found`, and `plan_changed` if the terms are no longer what the caller
 * has confirmed.
 */
export function requestRefund(options: FunctionOptions): Handler {
	const { database, payments, clock } = options
	return handle({
		about: {
			does: 'Asks for a refund, cancels a purchase, or says what is wrong with it.',
			for: 'callers',
			body: askInput,
			answers: { 200: refundTermsSchema },
		},
		authenticate: (c) => options.authenticate(c.req.raw),
		parse: (c) => readBody(c.req.raw, askInput, bodyLimitBytes),
		act: async (c, _caller, { link: token, ...wish }) => {
			const { buyer } = await askerOf(options, c, token)
			if (buyer === undefined) throw purchaseNotFound()
			await limitCheckouts(options, c, { sub: buyer.userId })
			const about = { userId: buyer.userId, purchaseId: wish.purchaseId }
			if (buyer.purchaseId !== undefined && buyer.purchaseId !== wish.purchaseId) throw purchaseNotFound()
			if ((await termsOf(options, about)).length === 0) throw purchaseNotFound()
			try {
				await ask(
					{ database, payments, clock, limitPence: limitOf(options) },
					{ ...wish, userId: buyer.userId },
				)
			} catch (error) {
				if (error instanceof DecisionError) throw termsChanged(error)
				throw error
			}
			const [terms] = await termsOf(options, about)
			if (terms === undefined) throw purchaseNotFound()
			return c.json(terms)
		},
	})
}

/**
 * `POST /request-data`: takes a request or a complaint about the personal data of the caller, or of whom an emailed link is for. Returns
 * all that they have made.
 */
export function requestData(options: FunctionOptions): Handler {
	const { database, clock } = options
	return handle({
		about: {
			does: 'Takes a request or a complaint about the caller’s personal data.',
			for: 'callers',
			body: dataInput,
			answers: { 200: z.strictObject({ data: madeSchema }) },
		},
		authenticate: (c) => options.authenticate(c.req.raw),
		parse: (c) => readBody(c.req.raw, dataInput, bodyLimitBytes),
		act: async (c, _caller, { kind, said, link: token }) => {
			const { asker } = await askerOf(options, c, token)
			if (asker === undefined) throw emailLinkExpired()
			await limitCheckouts(options, c, { sub: asker.userId ?? asker.email })
			if (asker.email === '') throw addEmailToAsk()
			await askAboutData(database, { asker, kind, said, now: clock.now() })
			return c.json({ data: await readDataRequests(database, asker) })
		},
	})
}

interface Asker {
	/** Undefined if an emailed link is about personal data. */
	buyer?: Buyer | undefined
	/** Undefined if an emailed link is about a purchase. */
	asker?: DataAsker | undefined
}

/** Returns whose purchases and data the caller may ask about: their own, or what an emailed link is for. */
async function askerOf(options: FunctionOptions, c: Context<Env>, token: string | undefined): Promise<Asker> {
	if (token === undefined) {
		const { sub: userId, email } = await requireBuyer(options, c.req.raw)
		return { buyer: { userId }, asker: { userId, email } }
	}
	await limitTokens(options, c)
	const about = { token, now: options.clock.now() }
	const buyer = await readRequestLink(options.database, about)
	const asker = buyer === undefined ? await readDataLink(options.database, about) : undefined
	if (buyer === undefined && asker === undefined) throw emailLinkExpired()
	await giveBack(options, c)
	return { buyer, asker }
}

async function termsOf(options: FunctionOptions, buyer: Buyer): Promise<RefundTerms[]> {
	const { database, clock } = options
	return await readRefundTerms(database, buyer, { now: clock.now(), limitPence: limitOf(options) })
}

function limitOf({ money }: FunctionOptions): number {
	return money.refundUpTo * 100
}
