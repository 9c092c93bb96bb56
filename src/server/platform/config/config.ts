import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
	type AuthSettings,
	authSettingsFields,
	authSettingsOf,
} from '#server/platform/config/auth-settings.ts'
import { keySettingsFields } from '#server/platform/config/key-settings.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { mailTextsFile } from '#server/platform/config/mail-texts-setting.ts'
import {
	type MoneySettings,
	moneySettingsFields,
	moneySettingsOf,
} from '#server/platform/config/money-settings.ts'
import {
	type OAuthProvider,
	providerFaults,
	providerSettingsFields,
	providersOf,
} from '#server/platform/config/oauth-settings.ts'
import {
	type PageViewSettings,
	pageViewFaults,
	pageViewSettings,
	pageViewSettingsFields,
} from '#server/platform/config/page-view-settings.ts'
import {
	addressRanges,
	isLocalHost,
	origin,
	port,
	postgresUrl,
	secretKey,
	signingKeys,
	yesNo,
} from '#server/platform/config/setting-fields.ts'
import { siteOf, siteSettingsFields } from '#server/platform/config/site-settings.ts'
import { standardMailTexts } from '#server/platform/config/standard-mail-texts.ts'
import { type BucketSettings, storageSettingsFields } from '#server/platform/config/storage-settings.ts'
import type { Limit } from '#server/platform/http/rate-limit.ts'
import type { Site } from '#shared/site.ts'

/** The settings, validated. `.env.example` describes each. */
export interface Config {
	host: string
	port: number
	sandboxPort: number
	/** Origin of the site, without a trailing slash. */
	siteUrl: string
	/** Whether browsers may reach subdomains of the site by https only. */
	hstsSubdomains: boolean
	/** True unless the site's address is local. A public site may use neither the sandbox nor generated keys. */
	isPublic: boolean
	/** Absolute path of the folder for everything the shop stores on this machine. */
	dataDir: string
	/** Undefined: the embedded PostgreSQL is used. */
	databaseUrl: string | undefined
	databaseApiUrl: string | undefined
	databaseJobsUrl: string | undefined
	/** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
	trustedProxies: readonly string[]
	/** How long a stopping server answers 503 to `/readyz` while it serves everything else. */
	shutdownNoticeMs: number
	/** Undefined: the sandbox replaces Stripe. */
	stripe: { secretKey: string; webhookSecret: string } | undefined
	/** Undefined: the sandbox's mailbox receives every email. */
	smtpUrl: string | undefined
	mailFrom: string
	/** The wording of emails. */
	mailTexts: MailTexts
	publishableKey: string | undefined
	secretKey: string | undefined
	/** Private JWKs (ES256 or RS256), of which the first signs; undefined: generated and stored in `dataDir`. */
	authSigningKeys: z.infer<typeof signingKeys> | undefined
	/** Undefined: generated and stored in `dataDir`. */
	storageSigningKey: string | undefined
	auth: AuthSettings
	/** OpenID providers for signing in; on a local run without keys the sandbox replaces Google. */
	providers: readonly OAuthProvider[]
	/** Encrypts the secrets of authenticator apps; undefined: generated and stored in `dataDir`. */
	authEncryptionKey: string | undefined
	/** Undefined: tokens and keys signed with a shared secret (HS256) are rejected. */
	legacyJwtSecret: string | undefined
	/** Rate limits changed by the owner, by name. */
	rateLimits: ReadonlyMap<string, Limit>
	trader: { name: string; address: string; email: string } | undefined
	/** The settings that pages show. */
	site: Site
	pageViews: PageViewSettings
	money: MoneySettings
	/** Undefined: files are stored in `dataDir`. */
	bucket: BucketSettings | undefined
	/** Multiplies every rate limit; 1 in production. */
	rateLimitScale: number
	logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
	/** Address of the development server for pages (`npm run dev`). Undefined: pages come from the build. */
	devPages: string | undefined
}

/** Invalid settings. Names each error but no value, which could be a secret. */
export class ConfigError extends Error {
	readonly faults: readonly string[]

	constructor(faults: readonly string[]) {
		super(faults.join('\n'))
		this.name = 'ConfigError'
		this.faults = faults
	}
}

const noticeRange = 'must be a whole number of seconds from 0 to 60'
const scaleRange = 'must be a whole number from 1 to 1000'

const settingsSchema = z.object({
	...authSettingsFields,
	...keySettingsFields,
	HOST: z.string().default('127.0.0.1'),
	PORT: port.default(3000),
	SANDBOX_PORT: port.default(3001),
	SITE_URL: origin.optional(),
	HSTS_INCLUDE_SUBDOMAINS: yesNo.default(false),
	DATA_DIR: z.string().default('.data'),
	DATABASE_URL: postgresUrl.optional(),
	DATABASE_API_URL: postgresUrl.optional(),
	DATABASE_JOBS_URL: postgresUrl.optional(),
	TRUSTED_PROXIES: addressRanges.default([]),
	SHUTDOWN_NOTICE_SECONDS: z.coerce
		.number(noticeRange)
		.int(noticeRange)
		.min(0, noticeRange)
		.max(60, noticeRange)
		.optional(),
	STRIPE_SECRET_KEY: z
		.string()
		.regex(/^(sk|rk)_(test|live)_\S+$/, 'must start with sk_test_, sk_live_, rk_test_ or rk_live_')
		.optional(),
	STRIPE_WEBHOOK_SECRET: z
		.string()
		.regex(/^whsec_\S+$/, 'must start with whsec_')
		.optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
	MAIL_FROM: z.string().optional(),
	MAIL_TEXTS: mailTextsFile.default(standardMailTexts),
	SUPABASE_PUBLISHABLE_KEY: z
		.string()
		.regex(
			/^sb_publishable_[A-Za-z0-9_-]{16,}$/,
			'must be sb_publishable_ and 16 or more letters, digits, _ or -',
		)
		.optional(),
	SUPABASE_SECRET_KEY: z
		.string()
		.regex(/^sb_secret_[A-Za-z0-9_-]{16,}$/, 'must be sb_secret_ and 16 or more letters, digits, _ or -')
		.optional(),
	AUTH_SIGNING_KEYS: signingKeys.optional(),
	STORAGE_SIGNING_KEY: secretKey.optional(),
	TRADER_NAME: z.string().optional(),
	TRADER_ADDRESS: z.string().optional(),
	TRADER_EMAIL: z.email('must be an email address').optional(),
	...moneySettingsFields,
	...storageSettingsFields,
	...siteSettingsFields,
	...pageViewSettingsFields,
	...providerSettingsFields,
	RATE_LIMIT_SCALE: z.coerce
		.number(scaleRange)
		.int(scaleRange)
		.min(1, scaleRange)
		.max(1000, scaleRange)
		.default(1),
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
		.default('info'),
	HEADSTART_DEV_PAGES: z.url().optional(),
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape)

/** Reads the settings of this process from its environment, and from `.env` for those the environment does not set. */
export function readProcessConfig(): Config {
	const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url))
	if (existsSync(envFile)) process.loadEnvFile(envFile)
	return readConfig(process.env)
}

/** Reads and validates every setting. Throws a `ConfigError` that names each error. */
export function readConfig(environment: Record<string, string | undefined>): Config {
	// An empty line in `.env` does not count as a setting.
	const given = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
	)
	const parsed = settingsSchema.safeParse(given)
	if (!parsed.success)
		throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`))
	const settings = parsed.data
	const siteUrl = settings.SITE_URL ?? `http://localhost:${settings.PORT}`
	const isPublic = !isLocalHost(new URL(siteUrl).hostname)
	const faults = [...crossFaults(settings), ...(isPublic ? publicFaults(settings, siteUrl) : [])]
	if (faults.length > 0) throw new ConfigError(faults)
	const { STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings
	const { TRADER_NAME: name, TRADER_ADDRESS: address, TRADER_EMAIL: email } = settings
	const trader = name && address && email ? { name, address, email } : undefined
	const pageViews = pageViewSettings(settings, siteUrl)
	const money = moneySettingsOf(settings)
	const providers = providersOf({ given: settings, isPublic, sandboxPort: settings.SANDBOX_PORT })
	return {
		host: settings.HOST,
		port: settings.PORT,
		sandboxPort: settings.SANDBOX_PORT,
		siteUrl,
		hstsSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS,
		isPublic,
		dataDir: resolve(settings.DATA_DIR),
		databaseUrl: settings.DATABASE_URL,
		databaseApiUrl: settings.DATABASE_API_URL,
		databaseJobsUrl: settings.DATABASE_JOBS_URL,
		trustedProxies: settings.TRUSTED_PROXIES,
		shutdownNoticeMs:
			1000 * (settings.SHUTDOWN_NOTICE_SECONDS ?? (settings.TRUSTED_PROXIES.length > 0 ? 5 : 0)),
		stripe: stripeKey && webhookSecret ? { secretKey: stripeKey, webhookSecret } : undefined,
		smtpUrl: settings.SMTP_URL,
		mailTexts: settings.MAIL_TEXTS,
		mailFrom: settings.MAIL_FROM ?? 'Headstart <hello@headstart.test>',
		publishableKey: settings.SUPABASE_PUBLISHABLE_KEY,
		secretKey: settings.SUPABASE_SECRET_KEY,
		authSigningKeys: settings.AUTH_SIGNING_KEYS,
		storageSigningKey: settings.STORAGE_SIGNING_KEY,
		auth: authSettingsOf(settings),
		providers,
		authEncryptionKey: settings.AUTH_ENCRYPTION_KEY,
		legacyJwtSecret: settings.AUTH_LEGACY_JWT_SECRET,
		rateLimits: settings.RATE_LIMITS,
		trader,
		site: siteOf({
			given: settings,
			isPublic,
			trader,
			vatNumber: money.vatNumber,
			pageViews,
			google: providers.some(({ name }) => name === 'google'),
		}),
		pageViews,
		money,
		bucket: settings.STORAGE_URL,
		rateLimitScale: settings.RATE_LIMIT_SCALE,
		logLevel: settings.LOG_LEVEL,
		devPages: settings.HEADSTART_DEV_PAGES,
	}
}

type Settings = z.infer<typeof settingsSchema>

function crossFaults(settings: Settings): string[] {
	const faults = [...pageViewFaults(settings), ...providerFaults(settings)]
	if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_WEBHOOK_SECRET === undefined)) {
		faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or neither')
	}
	if (
		settings.DATABASE_URL === undefined &&
		(settings.DATABASE_API_URL ?? settings.DATABASE_JOBS_URL) !== undefined
	) {
		faults.push('DATABASE_API_URL and DATABASE_JOBS_URL: need DATABASE_URL beside them')
	}
	if (settings.PORT === settings.SANDBOX_PORT) faults.push('SANDBOX_PORT: must differ from PORT')
	return faults
}

const neededInPublic = [
	'DATABASE_URL',
	'STRIPE_SECRET_KEY',
	'STRIPE_WEBHOOK_SECRET',
	'SMTP_URL',
	'MAIL_FROM',
	'SUPABASE_PUBLISHABLE_KEY',
	'SUPABASE_SECRET_KEY',
	'AUTH_SIGNING_KEYS',
	'STORAGE_SIGNING_KEY',
	'AUTH_ENCRYPTION_KEY',
	'TRADER_NAME',
	'TRADER_ADDRESS',
	'TRADER_EMAIL',
] as const

function publicFaults(settings: Settings, siteUrl: string): string[] {
	const faults = neededInPublic
		.filter((name) => settings[name] === undefined)
		.map((name) => `${name}: needed because SITE_URL is public`)
	if (!siteUrl.startsWith('https:')) faults.push('SITE_URL: a public site needs https')
	if (settings.HEADSTART_DEV_PAGES !== undefined) faults.push('HEADSTART_DEV_PAGES: not on a public site')
	return faults
}
