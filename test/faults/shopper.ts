import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cv, planner } from '#test/checkout.ts'
import { clientOf, confirmationLink, mailTo, makePerson, type Person } from '../../e2e/people.ts'
import type { ShopProcess } from '../../e2e/shop-process.ts'
import type { Promises } from './promises.ts'
import type { Chance } from './random.ts'

const startSchema = z.object({ url: z.url() })
const confirmationSchema = z.object({ status: z.string() })

/** A signed-in user who buys guides, takes free ones, and has purchases refunded or disputed, even while the shop fails. */
export interface Shopper {
	person: Person
	userId: string
	client: SupabaseClient
	/** Opens a checkout. Undefined if it failed. */
	open(product: object): Promise<string | undefined>
	/** Pays at the checkout page. False if the card or the connection failed. */
	pay(checkoutSessionId: string, card?: string): Promise<boolean>
	/** Opens the success page. */
	returnTo(checkoutSessionId: string): Promise<string | undefined>
	take(guide: { id: string; name: string }): Promise<boolean>
	/** Does one of these at random. */
	doSomething(chance: Chance): Promise<void>
}

/** The released free guides of the catalogue. */
export const freeGuides = [{ id: '1', name: 'Student Guide', file: 'StudentGuide.pdf' }] as const

interface ShopperOptions {
	/** The shop's address for users. */
	url: string
	sandboxUrl: string
	promises: Promises
	/** The `fetch` of the user's browser; the global one by default. */
	fetchAs?: typeof fetch
}

export async function createShopper({
	url,
	sandboxUrl,
	promises,
	fetchAs,
}: ShopperOptions): Promise<Shopper> {
	const person = makePerson()
	const shop = { url, sandboxUrl }
	const client = await clientOf(shop, fetchAs)
	const signedUp = await client.auth.signUp(person)
	if (signedUp.error !== null) throw signedUp.error
	const link = new URL(confirmationLink(await mailTo(shop, person.email, /confirm/i)))
	const { data, error } = await client.auth.verifyOtp({
		token_hash: link.searchParams.get('token_hash') ?? '',
		type: 'signup',
	})
	if (error !== null) throw error
	if (data.user === null) throw new Error('nobody was confirmed')
	const { id: userId } = data.user
	const checkoutSessionIds: string[] = []

	async function open(product: object): Promise<string | undefined> {
		const { data: start, error: refusal } = await client.functions.invoke('create-payment', { body: product })
		if (refusal !== null) return undefined
		const checkoutSessionId = startSchema.parse(start).url.split('/').at(-1) ?? ''
		promises.opened.push({ userId, checkoutSessionId })
		checkoutSessionIds.push(checkoutSessionId)
		return checkoutSessionId
	}

	async function pay(checkoutSessionId: string, card = 'success'): Promise<boolean> {
		const answer = await tell(shop, `/stripe/pay/${checkoutSessionId}`, { card, challenge: 'complete' })
		return answer?.ok === true
	}

	async function returnTo(checkoutSessionId: string): Promise<string | undefined> {
		const { data: confirmation, error: refusal } = await client.functions.invoke('confirm-payment', {
			body: { sessionId: checkoutSessionId },
		})
		if (refusal !== null) return undefined
		const { status } = confirmationSchema.parse(confirmation)
		if (status === 'completed') promises.completed.push(checkoutSessionId)
		return status
	}

	async function take({ id, name }: { id: string; name: string }): Promise<boolean> {
		const { error: refusal } = await client.from('purchases').insert({
			user_id: userId,
			product_id: id,
			product_name: name,
			price: 0,
			status: 'completed',
			currency: 'GBP',
		})
		// 23505: it was already taken, perhaps by an attempt whose answer was lost.
		const isTheirs = refusal === null || refusal.code === '23505'
		if (isTheirs) promises.free.push({ userId, catalogueId: id })
		return isTheirs
	}

	return {
		person,
		userId,
		client,
		open,
		pay,
		returnTo,
		take,
		doSomething: async (chance) => {
			if (chance.happens(15)) {
				await take(chance.pick(freeGuides))
				return
			}
			if (chance.happens(25) && checkoutSessionIds.length > 0) {
				const checkoutSessionId = chance.pick(checkoutSessionIds)
				const what = chance.pick(['refund', 'refund', 'dispute'])
				await tell(shop, `/stripe/checkout-sessions/${checkoutSessionId}/${what}`, {})
				return
			}
			const product = chance.pick([cv, planner])
			// Some users press twice.
			const [checkoutSessionId] = await Promise.all(
				Array.from({ length: chance.happens(20) ? 2 : 1 }, () => open(product)),
			)
			if (checkoutSessionId === undefined) return
			await pay(
				checkoutSessionId,
				chance.pick(['success', 'success', 'success', '3ds', 'declined', 'bank', 'dispute']),
			)
			if (chance.happens(50)) await returnTo(checkoutSessionId)
		},
	}
}

/** Sends a command to the sandbox. Undefined if it is just being restarted. */
export async function tell(
	shop: Pick<ShopProcess, 'sandboxUrl'>,
	path: string,
	body: object,
	method = 'POST',
): Promise<Response | undefined> {
	try {
		return await fetch(`${shop.sandboxUrl}${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(10_000),
		})
	} catch {
		return undefined
	}
}
