import { resolve } from 'node:path'
import { z } from 'zod'

export interface SandboxConfig {
	host: string
	port: number
	/** Absolute path of the folder with the sandbox's data. */
	dir: string
	/** Origin of the shop, which receives the webhook events. */
	shopUrl: string
	/**
	 * The origin under which buyers reach the shop and, below /checkout, the sandbox's pages. Undefined if they reach both
	 * directly.
	 */
	publicUrl: string | undefined
	secretKey: string
	webhookSecret: string
}

const settingsSchema = z.object({
	HOST: z.string().default('127.0.0.1'),
	SANDBOX_PORT: z.coerce
		.number('must be a port number')
		.int('must be a port number')
		.min(0)
		.max(65535, 'must be a port number'),
	SANDBOX_DIR: z.string('must name a folder').transform((value) => resolve(value)),
	SHOP_URL: z
		.url({ protocol: /^https?$/, error: 'must be the http(s) address of the shop' })
		.transform((value) => new URL(value).origin),
	PUBLIC_URL: z
		.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
		.transform((value) => new URL(value).origin)
		.optional(),
	STRIPE_SECRET_KEY: z
		.string('must start with sk_test_')
		.regex(/^(sk|rk)_test_\S+$/, 'must start with sk_test_'),
	STRIPE_WEBHOOK_SECRET: z.string('must start with whsec_').regex(/^whsec_\S+$/, 'must start with whsec_'),
})

/** Reads the settings from the environment. The error names every invalid setting, but not its value. */
export function readSandboxConfig(): SandboxConfig {
	const given = Object.fromEntries(
		Object.entries(process.env).filter(([, value]) => value !== undefined && value.trim() !== ''),
	)
	const parsed = settingsSchema.safeParse(given)
	if (!parsed.success) {
		throw new Error(
			parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
		)
	}
	const settings = parsed.data
	return {
		host: settings.HOST,
		port: settings.SANDBOX_PORT,
		dir: settings.SANDBOX_DIR,
		shopUrl: settings.SHOP_URL,
		publicUrl: settings.PUBLIC_URL,
		secretKey: settings.STRIPE_SECRET_KEY,
		webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
	}
}
