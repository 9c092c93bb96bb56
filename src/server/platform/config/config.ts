import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { type AlertSettings, alertSettings } from '#server/platform/config/alert-settings.ts'
import { type AuthSettings, authSettings } from '#server/platform/config/auth-settings.ts'
import type { BucketSettings } from '#server/platform/config/bucket-url.ts'
import { type KeySettings, keySettings } from '#server/platform/config/key-settings.ts'
import {
	findFormerLimitNames,
	type LimitSettings,
	limitSettings,
} from '#server/platform/config/limit-settings.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { type MoneySettings, moneySettings, stripeSettings } from '#server/platform/config/money-settings.ts'
import { chooseProviders, type OAuthProvider, oauthSettings } from '#server/platform/config/oauth-settings.ts'
import {
	choosePageViewService,
	findMissingPageViewSettings,
	type PageViewSettings,
	pageViewSettings,
} from '#server/platform/config/page-view-settings.ts'
import {
	chooseRehearsal,
	findRehearsalErrors,
	type RehearsalSettings,
	rehearsalSettings,
} from '#server/platform/config/rehearsal-settings.ts'
import {
	type BackupSettings,
	backupSettings,
	type MailSettings,
	mailSettings,
	type ServerSettings,
	type StorageSettings,
	serverSettings,
	storageSettings,
	type TestRunSettings,
	testRunSettings,
} from '#server/platform/config/server-settings.ts'
import { describeArea, renamed, type SettingInfo } from '#server/platform/config/setting.ts'
import { isLocalHost } from '#server/platform/config/setting-fields.ts'
import { siteOf, siteSettings, type Trader, traderSettings } from '#server/platform/config/site-settings.ts'
import { standardMailTexts } from '#server/platform/config/standard-mail-texts.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import { type Site, sampleTrader } from '#shared/site.ts'

const settingsSchema = z.object({
	server: serverSettings,
	rehearsal: rehearsalSettings,
	storage: storageSettings,
	backups: backupSettings,
	stripe: stripeSettings,
	money: moneySettings,
	mail: mailSettings,
	alerts: alertSettings,
	keys: keySettings,
	auth: authSettings,
	oauth: oauthSettings,
	limits: limitSettings,
	trader: traderSettings,
	site: siteSettings,
	pageViews: pageViewSettings,
	testRun: testRunSettings,
})

type Settings = z.output<typeof settingsSchema>
type Environment = Record<string, string | undefined>

/** The settings, validated, and what follows from them. */
export interface Config
	extends ServerSettings,
		StorageSettings,
		BackupSettings,
		MailSettings,
		Omit<AlertSettings, 'alertsTo'>,
		KeySettings,
		LimitSettings,
		TestRunSettings {
	/** Origin of the site, without a trailing slash. */
	siteUrl: string
	/** True unless the site's address is local. A public site may use neither the sandbox nor generated keys. */
	isPublic: boolean
	/** Undefined: the site is live. A rehearsal may use the sandbox and generated keys on a public site too. */
	rehearsal: RehearsalSettings | undefined
	shutdownNoticeSeconds: number
	/** Undefined: files are stored in `dataDir`. */
	bucket: BucketSettings | undefined
	/** Undefined: the sandbox replaces Stripe. */
	stripe: { secretKey: string; webhookSecret: string } | undefined
	money: MoneySettings
	mailTexts: MailTexts
	auth: AuthSettings
	/** OpenID providers for signing in; on a local run without keys the sandbox replaces Google. */
	providers: readonly OAuthProvider[]
	trader: Trader | undefined
	/** Who receives alerts; undefined: nobody. */
	alertsTo: string | undefined
	/** The settings that pages show. */
	site: Site
	pageViews: PageViewSettings
	/** The settings that the site still needs to go live. */
	missingForLive: readonly string[]
	/** What the owner should change in the settings although the shop starts with them. */
	notices: readonly Obstacle[]
}

/** Invalid settings. Names each error but no value, which could be a secret. */
export class ConfigError extends Error {
	readonly errors: readonly string[]

	constructor(errors: readonly string[]) {
		super(errors.join('\n'))
		this.name = 'ConfigError'
		this.errors = errors
	}
}

/** What is declared about all settings, by area. */
export const settingAreas = Object.entries(settingsSchema.shape).map(([key, schema]) => ({
	key,
	...describeArea(schema),
}))

const declared = settingAreas.flatMap(({ settings }) => settings)

/** Reads the settings of this process from its environment, and from `.env` for those the environment does not set. */
export function readProcessConfig(): Config {
	const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url))
	if (!existsSync(envFile)) return readConfig(process.env)
	process.loadEnvFile(envFile)
	return readConfig(process.env, Object.keys(parseEnv(readFileSync(envFile, 'utf8'))))
}

/** Reads the settings of a worker, whose parent process has added `.env` to the environment. */
export function readWorkerConfig(): Config {
	return readConfig(process.env)
}

/**
 * Reads and validates every setting. Throws a `ConfigError` that names each error. Names in `namesInFile` that are not
 * settings are reported in `notices`.
 */
export function readConfig(environment: Environment, namesInFile: readonly string[] = []): Config {
	// An empty line in `.env` does not count as a setting.
	const given: Environment = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
	)
	const settings = parseSettings(given)
	const { server, storage, backups, mail, alerts, keys, limits, testRun, money, auth } = settings
	const siteUrl = server.siteUrl ?? `http://localhost:${server.port}`
	const isPublic = !isLocalHost(new URL(siteUrl).hostname)
	const rehearsal = chooseRehearsal(settings.rehearsal)
	const errors = [
		...findContradictions(settings),
		...(isPublic ? checkPublicSite(given, siteUrl, settings.rehearsal.stage === undefined) : []),
	]
	if (errors.length > 0) throw new ConfigError(errors)
	const { secretKey, webhookSecret } = settings.stripe
	const { name, address, email, companyNumber, icoNumber } = settings.trader
	const trader = name && address && email ? { name, address, email } : undefined
	const pageViews = choosePageViewService(settings.pageViews, siteUrl)
	const providers = chooseProviders({ given: settings.oauth, isPublic, sandboxPort: testRun.sandboxPort })
	return {
		...server,
		...storage,
		bucket: storage.bucket,
		...backups,
		backupTo: backups.backupTo,
		backupPassphrase: backups.backupPassphrase,
		backupDailyAt: backups.backupDailyAt,
		...mail,
		...alerts,
		metricsPort: alerts.metricsPort,
		alertsTo:
			alerts.alertsTo === 'none'
				? undefined
				: (alerts.alertsTo ?? rehearsal?.mailTo[0] ?? (trader ?? sampleTrader).email),
		summaryDailyAt: alerts.summaryDailyAt,
		...keys,
		...limits,
		...testRun,
		siteUrl,
		isPublic,
		rehearsal,
		shutdownNoticeSeconds: server.shutdownNoticeSeconds ?? (server.trustedProxies.length > 0 ? 5 : 0),
		stripe: secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined,
		money,
		mailTexts: mail.mailTexts ?? standardMailTexts,
		auth,
		providers,
		trader,
		site: siteOf({
			given: settings.site,
			isPublic,
			trader,
			companyNumber,
			icoNumber,
			vatNumber: money.vatNumber,
			passwordMinLength: auth.passwordMinLength,
			pageViews,
			google: providers.some(({ name }) => name === 'google'),
			// The WebAuthn standard has no passkeys for an IP address.
			passkeys: auth.passkeysOffered && isIP(new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')) === 0,
			isRehearsal: rehearsal !== undefined,
		}),
		pageViews,
		missingForLive: missingForLive(given),
		notices: [
			...findOutdated(given),
			...findFormerLimitNames(given.RATE_LIMITS),
			...findUnknown(namesInFile),
		],
	}
}

function parseSettings(given: Environment): Settings {
	const byArea = settingAreas.map(({ key, settings }) => [
		key,
		Object.fromEntries(settings.map((setting) => [setting.property, readValue(setting, given)])),
	])
	const parsed = settingsSchema.safeParse(Object.fromEntries(byArea))
	if (parsed.success) return parsed.data
	throw new ConfigError(
		parsed.error.issues.map(({ path: [area, property], message }) => {
			const { settings = [] } = settingAreas.find(({ key }) => key === area) ?? {}
			return `${settings.find((setting) => setting.property === property)?.name}: ${message}`
		}),
	)
}

function readValue({ name, formerly }: SettingInfo, given: Environment): string | undefined {
	return given[name] ?? (formerly === undefined ? undefined : given[formerly])
}

function findContradictions(settings: Settings): string[] {
	const { server, storage, stripe, alerts, oauth, pageViews, testRun, rehearsal } = settings
	const errors = [
		...findMissingPageViewSettings(pageViews),
		...findRehearsalErrors(rehearsal, stripe.secretKey),
	]
	if ((oauth.googleClientIds === undefined) !== (oauth.googleClientSecret === undefined))
		errors.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or neither')
	if ((stripe.secretKey === undefined) !== (stripe.webhookSecret === undefined))
		errors.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or neither')
	if (storage.databaseUrl === undefined && (storage.databaseApiUrl ?? storage.databaseJobsUrl) !== undefined)
		errors.push('DATABASE_API_URL and DATABASE_JOBS_URL: need DATABASE_URL beside them')
	if (storage.databaseUrl === undefined && storage.databaseReadUrl !== undefined)
		errors.push('DATABASE_READ_URL: needs DATABASE_URL beside it')
	if (server.port === testRun.sandboxPort) errors.push('SANDBOX_PORT: must differ from PORT')
	if (alerts.metricsPort === server.port || alerts.metricsPort === testRun.sandboxPort)
		errors.push('METRICS_PORT: must differ from PORT and SANDBOX_PORT')
	return errors
}

function checkPublicSite(given: Environment, siteUrl: string, isLive: boolean): string[] {
	const errors = isLive
		? missingForLive(given).map((name) => `${name}: needed because SITE_URL is public`)
		: []
	if (!siteUrl.startsWith('https:')) errors.push('SITE_URL: a public site needs https')
	for (const setting of declared)
		if (setting.internal && readValue(setting, given) !== undefined)
			errors.push(`${setting.name}: not on a public site`)
	return errors
}

/** Returns the names of the settings that a live site needs and that are not set. */
function missingForLive(given: Environment): string[] {
	return declared
		.filter((setting) => setting.public && readValue(setting, given) === undefined)
		.map(({ name }) => name)
}

function findOutdated(given: Environment): Obstacle[] {
	return declared.flatMap(({ name, formerly, fixedAt }) => {
		if (fixedAt !== undefined && given[name] !== undefined)
			return {
				says: `${name} is no longer a setting; its value is now fixed at ${fixedAt}`,
				todo: 'Remove it from the environment or .env.',
			}
		if (formerly !== undefined && given[formerly] !== undefined) return renamed(formerly, name)
		return []
	})
}

function findUnknown(names: readonly string[]): Obstacle[] {
	const known = new Set(declared.flatMap(({ name, formerly }) => [name, formerly]))
	return names
		.filter((name) => !known.has(name))
		.map((name) => ({
			says: `${name} in .env is not a setting`,
			todo: 'Check its spelling: .env.example has every setting.',
		}))
}
