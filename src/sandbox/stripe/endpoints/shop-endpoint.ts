import type { Kinds } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

const shopEndpoint = 'we_sandbox_shop'

/** Registers the shop's webhook. If it is already registered, changes only its URL. */
export function ensureShopEndpoint(world: StripeWorld, url: string): void {
	const known = world.objects.find('webhook_endpoint', shopEndpoint)
	if (known !== undefined) {
		world.objects.update('webhook_endpoint', { ...known, url })
		return
	}
	world.objects.insert('webhook_endpoint', {
		id: shopEndpoint,
		object: 'webhook_endpoint',
		api_version: null,
		application: null,
		created: unixSeconds(world.clock),
		description: 'The shop',
		enabled_events: ['*'],
		livemode: false,
		metadata: {},
		status: 'enabled',
		url,
	})
}

/** Returns whether the shop's webhook is enabled and subscribed to this type of event. */
export function listensTo(world: StripeWorld, type: string): boolean {
	const endpoint = world.objects.find('webhook_endpoint', shopEndpoint)
	return endpoint?.status === 'enabled' && asksFor(endpoint, type)
}

function asksFor({ enabled_events: asked }: Kinds['webhook_endpoint'], type: string): boolean {
	return asked.includes('*') || asked.includes(type)
}
