import { z } from 'zod'

/** See docs/specification.md section 7. Clients also send `price`, which is never read: the price comes from the catalogue. */
export const createPaymentSchema = z.object({
	productName: z.string().max(200),
	stripeProductId: z.string().max(200),
})

export const confirmPaymentSchema = z.object({
	sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/),
})

export const requestNoticeSchema = z.object({ email: z.string(), productId: z.string().max(4) })

export const noticeTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
export const confirmNoticeSchema = z.object({ token: noticeTokenSchema })

export const nothingToSay = z.strictObject({})

export const bodyLimitBytes = 256 * 1024
