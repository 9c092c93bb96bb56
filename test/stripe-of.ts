import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Stripe from 'stripe'
import { z } from 'zod'

const keysSchema = z.object({ sandboxSecretKey: z.string(), sandboxWebhookSecret: z.string() })

/** Reads the keys of the sandbox that belongs to the shop in a folder. */
export async function sandboxKeysOf(dataDir: string): Promise<z.infer<typeof keysSchema>> {
	return keysSchema.parse(JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')))
}

/** Creates the official SDK for the sandbox of a shop. */
export function stripeOf({
	sandboxUrl,
	keys: { sandboxSecretKey },
}: {
	sandboxUrl: string
	keys: { sandboxSecretKey: string }
}): Stripe {
	const { hostname: host, port } = new URL(sandboxUrl)
	return new Stripe(sandboxSecretKey, { host, port, protocol: 'http', telemetry: false })
}
