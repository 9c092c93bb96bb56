import type Stripe from 'stripe'
import type { NewId } from '#sandbox/ids.ts'
import type { Store } from '#sandbox/store/store.ts'
import type { Objects } from '#sandbox/stripe/objects/objects.ts'
import type { Clock } from '#shared/clock.ts'

/** The version of the API that the sandbox implements: the one that the SDK was built for. */
export const apiVersion = '2026-10-28.endive' satisfies typeof Stripe.API_VERSION

/** What every part of the Stripe stand-in needs. */
export interface StripeWorld {
	store: Store
	objects: Objects
	clock: Clock
	newId: NewId
	/** Returns a random number of at least 0 and less than 1, for the switches that drop or shuffle events. */
	random: () => number
	/** Returns the origin of the hosted pages, such as `http://127.0.0.1:3001`. */
	origin: () => string
	/**
	 * The API call in progress. Events that the call causes contain its id. Null if a page or the passing of time causes the
	 * events.
	 */
	request: { id: string; idempotencyKey: string | null } | null
}
