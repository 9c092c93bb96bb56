import { z } from 'zod'
import { regions } from '#shared/countries.ts'

/** A discount code as a link contains it. A text that can't be a code is one that the shop doesn't have. */
export const codeSchema = z.string().max(200)

/** See docs/specification.md section 7. Clients also send `price`, which is never read: the price comes from the catalogue. */
export const createPaymentSchema = z.object({
	productName: z.string().max(200),
	stripeProductId: z.string().max(200),
	code: codeSchema.optional(),
	/** Whether the buyer has agreed to what they must agree to if the code leaves nothing to pay. */
	agreed: z.boolean().default(false),
	/** Where the buyer says that they live. */
	region: z.enum(regions).default('uk'),
})

export const confirmPaymentSchema = z.object({
	/** The id of a Checkout Session or, if nothing was to be paid, of the purchase. */
	sessionId: z.union([z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/), z.uuid()]),
})

export const requestNoticeSchema = z.object({ email: z.string(), productId: z.string().max(4) })

export const noticeTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
export const confirmNoticeSchema = z.object({ token: noticeTokenSchema })

export const nothingToSay = z.strictObject({})

export const bodyLimitBytes = 256 * 1024
