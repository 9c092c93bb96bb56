import type { Context } from 'hono'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AccessClaims } from '#server/platform/db/caller.ts'
import type { Env } from '#server/platform/http/env.ts'

/** Returns the caller's claims. Throws `no_authorization` if they are not signed in, and `session_not_found` if no longer. */
export async function requireBuyer(
	{ authenticate, database }: FunctionOptions,
	request: Request,
): Promise<AccessClaims> {
	const caller = await authenticate(request)
	if (caller.role !== 'authenticated') {
		throw new AppError({
			code: 'no_authorization',
			status: 401,
			message: 'Please sign in to purchase this product',
		})
	}
	// A token outlives its session.
	await database.requireSession(caller)
	return caller.claims
}

/** Counts a call that may reach the payment provider, by address and by user. */
export async function limitCheckouts(
	{ rateLimits }: FunctionOptions,
	c: Context<Env>,
	{ sub }: AccessClaims,
): Promise<void> {
	await rateLimits.consume('checkoutAddress', c.get('clientAddress'))
	await rateLimits.consume('checkout', sub)
}
