import { createApp } from '#sandbox/app.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import { accountsSchema } from '#sandbox/google/accounts.ts'
import { recordsSchema } from '#sandbox/google/record-store.ts'
import { listen } from '#sandbox/http/listen.ts'
import type { NewId } from '#sandbox/ids.ts'
import { emailsSchema } from '#sandbox/mailbox/emails.ts'
import { startSmtp } from '#sandbox/mailbox/smtp.ts'
import { messagesSchema } from '#sandbox/messages/messages.ts'
import { openStore, settingsSchema } from '#sandbox/store/store.ts'
import { idempotencySchema } from '#sandbox/stripe/api/idempotency.ts'
import { startBackground } from '#sandbox/stripe/background.ts'
import { ensureShopEndpoint } from '#sandbox/stripe/endpoints/shop-endpoint.ts'
import { createDeliverer } from '#sandbox/stripe/events/deliver.ts'
import { deliveriesSchema, retryNow } from '#sandbox/stripe/events/deliveries.ts'
import { createObjects, objectsSchema } from '#sandbox/stripe/objects/objects.ts'
import { draftsSchema } from '#sandbox/stripe/payments/drafts.ts'
import { settlementsSchema } from '#sandbox/stripe/payments/settlements.ts'
import { refundOutcomesSchema } from '#sandbox/stripe/refunds/refund-outcomes.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import type { Clock } from '#shared/clock.ts'
import { sandboxCampusMetadata, sandboxGoogleIssuer } from '#shared/sandbox-services.ts'

interface SandboxOptions extends SandboxConfig {
	clock: Clock
	newId: NewId
	random: () => number
	log: (line: string) => void
	/** Called when a request with the secret key asks the sandbox to stop. */
	onStopAsked: () => void
}

export interface RunningSandbox {
	port: number
	smtpPort: number
	/** Does everything that is due now. Call this after moving the clock, because that alone does not wake the sandbox. */
	wake(): void
	stop(): Promise<void>
}

const schema = [
	settingsSchema,
	emailsSchema,
	messagesSchema,
	objectsSchema,
	draftsSchema,
	settlementsSchema,
	refundOutcomesSchema,
	idempotencySchema,
	deliveriesSchema,
	accountsSchema,
	recordsSchema,
]

/** Starts the whole sandbox. If it cannot start, throws an error that says why, and leaves nothing running. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
	const { dir, host, port, shopUrl, publicUrl, secretKey, webhookSecret, clock, newId, random, log } = options
	const store = openStore({ dir, schema })
	const started = new AsyncDisposableStack()
	started.defer(store.close)
	try {
		const smtp = await startSmtp({ store, clock, newId, log })
		started.defer(smtp.stop)
		let origin = ''
		let googleIssuer = ''
		let campusId = ''
		const endpoint = `${shopUrl}/functions/v1/stripe-webhook`
		const world: StripeWorld = {
			store,
			objects: createObjects(store),
			clock,
			newId,
			random,
			origin: () => origin,
			request: null,
		}
		const app = createApp({
			world,
			host,
			shopUrl,
			buyersShopUrl: publicUrl ?? shopUrl,
			secretKey,
			about: { dir, smtpPort: smtp.port },
			googleIssuer: () => googleIssuer,
			campusId: () => campusId,
			stop: options.onStopAsked,
			log,
		})
		const listening = await listen(app, host, port)
		started.defer(listening.stop)
		// 0.0.0.0 and :: mean all interfaces, and a browser cannot open them.
		origin =
			publicUrl ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${listening.port}`
		googleIssuer = sandboxGoogleIssuer(listening.port)
		campusId = sandboxCampusMetadata(listening.port)

		ensureShopEndpoint(world, endpoint)
		retryNow(store, clock.now().getTime())
		const deliverer = createDeliverer({
			world,
			endpoint,
			secret: webhookSecret,
			log,
			onAttempt: () => background.wake(),
		})
		const background = startBackground(world, deliverer, log)
		store.onCommit(background.wake)
		started.defer(deliverer.stop)
		started.defer(background.stop)
		const stop = () => started.disposeAsync()
		return { port: listening.port, smtpPort: smtp.port, wake: background.wake, stop }
	} catch (error) {
		await started.disposeAsync()
		throw error
	}
}
