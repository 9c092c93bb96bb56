import { z } from 'zod'
import { noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { flag, list, text } from '#sandbox/stripe/api/params.ts'
import type { Kinds } from '#sandbox/stripe/objects/kinds.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import { apiVersion, type StripeWorld } from '#sandbox/stripe/world.ts'

/**
 * The operations on the only webhook endpoint: it can be read, disabled, enabled and subscribed to other events. No second one
 * can be created.
 */
export const endpointOperations: readonly Operation[] = [
	operation({
		name: 'webhookEndpoints.retrieve',
		method: 'GET',
		path: '/webhook_endpoints/:id',
		params: z.strictObject({}),
		run: ({ world, id }) => withVersion(world, endpointOf(world, id)),
	}),
	operation({
		name: 'webhookEndpoints.list',
		method: 'GET',
		path: '/webhook_endpoints',
		params: z.strictObject(pageParams),
		run: ({ world, url }, page) => {
			const found = listPage(world.objects, 'webhook_endpoint', url, page)
			return { ...found, data: found.data.map((endpoint) => withVersion(world, endpoint)) }
		},
	}),
	operation({
		name: 'webhookEndpoints.update',
		method: 'POST',
		path: '/webhook_endpoints/:id',
		params: z.strictObject({ disabled: flag.optional(), enabled_events: list(text(), 300).optional() }),
		run: ({ world, id }, { disabled, enabled_events }) => {
			const endpoint = endpointOf(world, id)
			const changed = world.objects.update('webhook_endpoint', {
				...endpoint,
				enabled_events: enabled_events ?? endpoint.enabled_events,
				status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
			})
			return withVersion(world, changed)
		},
	}),
]

type Endpoint = Kinds['webhook_endpoint']

function endpointOf(world: StripeWorld, id: string): Endpoint {
	const endpoint = world.objects.find('webhook_endpoint', id)
	if (endpoint === undefined) throw noSuch('webhook_endpoint', id, 'webhook_endpoint')
	return endpoint
}

/** Adds the endpoint's API version, which a switch sets. As at Stripe, no call can change it. */
function withVersion({ store }: StripeWorld, endpoint: Endpoint): Endpoint {
	return { ...endpoint, api_version: readSwitches(store).webhookApiVersion ?? apiVersion }
}
