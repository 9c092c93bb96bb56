import { z } from 'zod'
import { noSuch } from '#sandbox/stripe/api/api-error.ts'
import { type Operation, operation } from '#sandbox/stripe/api/operation.ts'
import { listPage, pageParams } from '#sandbox/stripe/api/paging.ts'
import { flag, list, text } from '#sandbox/stripe/api/params.ts'
import { retrieve } from '#sandbox/stripe/payments/operations.ts'

/** The one webhook there is can be looked at, switched off and on, and told which events to send; no second one is made. */
export const endpointOperations: readonly Operation[] = [
	retrieve('webhookEndpoints.retrieve', '/webhook_endpoints/:id', 'webhook_endpoint', 'webhook_endpoint'),
	operation({
		name: 'webhookEndpoints.list',
		method: 'GET',
		path: '/webhook_endpoints',
		params: z.strictObject(pageParams),
		run: ({ world, url }, page) => listPage(world.objects, 'webhook_endpoint', url, page),
	}),
	operation({
		name: 'webhookEndpoints.update',
		method: 'POST',
		path: '/webhook_endpoints/:id',
		params: z.strictObject({ disabled: flag.optional(), enabled_events: list(text(), 300).optional() }),
		run: ({ world, id }, { disabled, enabled_events }) => {
			const endpoint = world.objects.find('webhook_endpoint', id)
			if (endpoint === undefined) throw noSuch('webhook_endpoint', id, 'webhook_endpoint')
			return world.objects.update('webhook_endpoint', {
				...endpoint,
				enabled_events: enabled_events ?? endpoint.enabled_events,
				status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
			})
		},
	}),
]
