import { z } from 'zod'
import { noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { createdParam, listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { text } from '#sandbox/stripe/api/params.ts'
import type { Kind, Kinds } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'

export const paymentOperations: readonly Operation[] = [
	retrieve('paymentIntents.retrieve', '/payment_intents/:id', 'payment_intent', 'intent', {
		client_secret: text().optional(),
	}),
	operation({
		name: 'paymentIntents.list',
		method: 'GET',
		path: '/payment_intents',
		params: z.strictObject({ ...pageParams, created: createdParam }),
		run: ({ world, url }, { created, ...page }) =>
			listPage(world.objects, 'payment_intent', url, page, created === undefined ? {} : { created }),
	}),
	retrieve('paymentMethods.retrieve', '/payment_methods/:id', 'payment_method', 'payment_method'),
	retrieve('charges.retrieve', '/charges/:id', 'charge', 'charge'),
	operation({
		name: 'charges.list',
		method: 'GET',
		path: '/charges',
		params: z.strictObject({ ...pageParams, created: createdParam, payment_intent: text().optional() }),
		run: ({ world, url }, { created, payment_intent, ...page }) => {
			refuseUnknown(world, 'payment_intent', payment_intent)
			return listPage(world.objects, 'charge', url, page, {
				parent: payment_intent,
				...(created === undefined ? {} : { created }),
			})
		},
	}),
]

/** Throws Stripe's 404 if a list is to be filtered by an object that does not exist. */
export function refuseUnknown(world: StripeWorld, kind: Kind, id: string | undefined): void {
	if (id !== undefined && world.objects.find(kind, id) === undefined) throw noSuch(kind, id, kind)
}

/** Makes the operation that returns one object by its id. */
export function retrieve<K extends Kind>(
	name: string,
	path: string,
	kind: K,
	param: string,
	extra: Record<string, z.ZodType> = {},
): Operation {
	return operation({
		name,
		method: 'GET',
		path,
		params: z.strictObject(extra),
		run: ({ world, id }): Kinds[K] => {
			const found = world.objects.find(kind, id)
			if (found === undefined) throw noSuch(kind, id, param)
			return found
		},
	})
}

/** Makes the operation that lists what belongs to a payment: its refunds or disputes. */
export function listOfPayment(name: string, path: string, kind: 'refund' | 'dispute'): Operation {
	return operation({
		name,
		method: 'GET',
		path,
		params: z.strictObject({
			...pageParams,
			created: createdParam,
			charge: text().optional(),
			payment_intent: text().optional(),
		}),
		run: ({ world, url }, { created, charge, payment_intent, ...page }) => {
			refuseUnknown(world, 'payment_intent', payment_intent)
			return listPage(world.objects, kind, url, page, {
				parent: charge,
				where: payment_intent === undefined ? {} : { payment_intent },
				...(created === undefined ? {} : { created }),
			})
		},
	})
}
