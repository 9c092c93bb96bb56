import type { NewId } from '#sandbox/ids.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Objects } from '#sandbox/stripe/objects/objects.ts'
import type { Clock } from '#shared/clock.ts'

/** What every part of the stand-in for Stripe works with. */
export interface StripeWorld {
	store: Store
	objects: Objects
	clock: Clock
	newId: NewId
	/** A number from 0 up to 1: chance for the switches that drop or shuffle. */
	random: () => number
	/** Where the hosted pages are, such as `http://127.0.0.1:3001`. */
	origin: () => string
	/** The API call being served, for the events it causes; null where a page or time itself is the cause. */
	request: { id: string; idempotencyKey: string | null } | null
}
