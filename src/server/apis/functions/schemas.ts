import { z } from 'zod'

/** See docs/specification.md section 7. `price` is accepted for the wire's sake and never read: the catalogue knows the price. */
export const createPaymentSchema = z.object({
	productName: z.string().max(200),
	stripeProductId: z.string().max(200),
})

export const confirmPaymentSchema = z.object({
	sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,200}$/),
})
