import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { standardMailTexts } from '#catalogue/mail-texts.ts'
import type { Obstacle } from '#server/platform/obstacle.ts'
import type { MailTexts } from '#shared/mail-texts.ts'
import { type Site, sampleTrader } from '#shared/site.ts'
import { type AdminPlace, chooseAdmin, findAdminErrors } from './admin-settings.ts'
import type { AlertSettings } from './alert-settings.ts'
import type { AuthSettings } from './auth-settings.ts'
import type { BucketSettings } from './bucket-url.ts'
import { type CaptchaSettings, chooseCaptcha, findCaptchaErrors } from './captcha-settings.ts'
import { readEnvFile } from './env-file.ts'
import type { KeySettings } from './key-settings.ts'
import { findFormerLimitNames, type LimitSettings } from './limit-settings.ts'
import type { MoneySettings } from './money-settings.ts'
import { chooseProviders, type OAuthProvider } from './oauth-settings.ts'
import {
	choosePageViewService,
	findMissingPageViewSettings,
	type PageViewSettings,
} from './page-view-settings.ts'
import { chooseRehearsal, findRehearsalErrors, type RehearsalSettings } from './rehearsal-settings.ts'
import type {
	BackupSettings,
	MailSettings,
	ServerSettings,
	StorageSettings,
	TestRunSettings,
} from './server-settings.ts'
import { isLocalHost } from './setting-fields.ts'
import {
	ConfigError,
	declared,
	type Environment,
	findOutdated,
	findUnknown,
	missingForLive,
	parseSettings,
	readValue,
	type Settings,
} from './settings.ts'
import { siteOf, type Trader } from './site-settings.ts'
import { choosePhone, findSmsErrors, type PhoneSettings } from './sms-settings.ts'

/** The validated settings, and values derived from them. */
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
	/** Undefined unless the site is in rehearsal. A rehearsal may use the sandbox and generated keys on a public site too. */
	rehearsal: RehearsalSettings | undefined
	shutdownNoticeSeconds: number
	/** If undefined, files are stored in `dataDir`. */
	bucket: BucketSettings | undefined
	/** If undefined, the sandbox replaces Stripe. */
	stripe: { secretKey: string; webhookSecret: string } | undefined
	money: MoneySettings
	mailTexts: MailTexts
	auth: AuthSettings
	/** Undefined if there is no captcha. */
	captcha: CaptchaSettings | undefined
	/** OpenID providers for signing in; on a local run without keys the sandbox replaces Google. */
	providers: readonly OAuthProvider[]
	/** How codes are sent to phones; undefined if nobody can sign in by phone. */
	phone: PhoneSettings | undefined
	trader: Trader | undefined
	/** Undefined if there is no admin. */
	admin: AdminPlace | undefined
	/** Who receives alerts; undefined if nobody does. */
	alertsTo: string | undefined
	/** Who receives the replies to the shop’s emails: the address that the pages show. */
	repliesTo: string
	/** The settings that pages show. */
	site: Site
	pageViews: PageViewSettings
	/** The settings that the site still needs to go live. */
	missingForLive: readonly string[]
	/** Settings that the owner should change, although the shop starts with them. */
	notices: readonly Obstacle[]
	/** The names of the settings that come from `.env`. */
	namesFromFile: readonly string[]
}

const envFile = fileURLToPath(new URL('../../../.env', import.meta.url))

/** Reads the settings of this process from its environment. Settings that the environment lacks are read from `.env`. */
export function readProcessConfig(): Config {
	if (!existsSync(envFile)) return readConfig(process.env)
	const inFile = readEnvFile(envFile)
	for (const [name, value] of Object.entries(inFile)) process.env[name] ??= value
	return { ...readConfig(process.env, Object.keys(inFile)), namesFromFile: namesFrom(inFile) }
}

/** Returns the environment of this process, to which `readProcessConfig` adds the settings from `.env`. */
export function processEnvironment(): Readonly<Environment> {
	return process.env
}

/** Reads the settings of a worker, whose parent process has added `.env` to the environment. */
export function readWorkerConfig(): Config {
	const config = readConfig(process.env)
	if (!existsSync(envFile)) return config
	return { ...config, namesFromFile: namesFrom(readEnvFile(envFile)) }
}

/** Returns the names of the settings whose values come from the file. The environment takes precedence over the file. */
function namesFrom(inFile: Environment): string[] {
	return Object.keys(inFile).filter((name) => inFile[name] === process.env[name])
}

/**
 * Reads and validates every setting. Throws a `ConfigError` that names each error. Names in `namesInFile` that are not
 * settings are reported in `notices`.
 */
export function readConfig(environment: Environment, namesInFile: readonly string[] = []): Config {
	// A setting with an empty value counts as not set.
	const given: Environment = Object.fromEntries(
		Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
	)
	const settings = parseSettings(given)
	const { server, storage, backups, mail, alerts, keys, limits, testRun, money, auth } = settings
	const siteUrl = server.siteUrl ?? `http://localhost:${server.port}`
	const isPublic = !isLocalHost(new URL(siteUrl).hostname)
	const rehearsal = chooseRehearsal(settings.rehearsal)
	const admin = chooseAdmin({ given: settings.admin, isPublic })
	const errors = [
		...findContradictions(settings),
		...findCaptchaErrors(settings.captcha, isPublic),
		...findAdminErrors({
			admin,
			siteUrl,
			isPublic,
			taken: { PORT: server.port, SANDBOX_PORT: testRun.sandboxPort, METRICS_PORT: alerts.metricsPort },
		}),
		...findSmsErrors(settings.sms, { mayUseSandbox: !isPublic || rehearsal !== undefined }),
		...(isPublic ? checkPublicSite(given, siteUrl, settings.rehearsal.stage === undefined) : []),
	]
	if (errors.length > 0) throw new ConfigError(errors)
	const { secretKey, webhookSecret } = settings.stripe
	const { name, address, email, companyNumber, icoNumber } = settings.trader
	const trader = name && address && email ? { name, address, email } : undefined
	const pageViews = choosePageViewService(settings.pageViews, siteUrl)
	const { sandboxPort } = testRun
	const providers = chooseProviders({ given: settings.oauth, isPublic, sandboxPort })
	const captcha = chooseCaptcha({ given: settings.captcha, siteUrl, isPublic, sandboxPort })
	const phone = choosePhone(settings.sms, { isRehearsal: rehearsal !== undefined, sandboxPort })
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
		repliesTo: (trader ?? sampleTrader).email,
		summaryDailyAt: alerts.summaryDailyAt,
		...keys,
		...limits,
		...testRun,
		siteUrl,
		isPublic,
		rehearsal,
		admin,
		shutdownNoticeSeconds: server.shutdownNoticeSeconds ?? (server.trustedProxies.length > 0 ? 5 : 0),
		stripe: secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined,
		money,
		mailTexts: mail.mailTexts ?? standardMailTexts,
		auth,
		captcha,
		providers,
		phone,
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
			// WebAuthn does not allow passkeys for an IP address.
			passkeys: auth.passkeysOffered && isIP(new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')) === 0,
			captcha,
			phone: phone !== undefined,
			readsUkNumbers: phone?.countries.includes('GB') ?? false,
			isRehearsal: rehearsal !== undefined,
		}),
		pageViews,
		missingForLive: missingForLive(given),
		notices: [
			...(isPublic && rehearsal === undefined ? findTestKey(secretKey) : []),
			...findOutdated(given),
			...findFormerLimitNames(given.RATE_LIMITS),
			...findUnknown(namesInFile),
		],
		namesFromFile: [],
	}
}

/** Returns a notice if the key of a live shop moves no real money. */
function findTestKey(secretKey: string | undefined): Obstacle[] {
	if (secretKey === undefined || /^(sk|rk)_live_/.test(secretKey)) return []
	return [
		{
			says: 'STRIPE_SECRET_KEY is of test mode, and this is the live shop: anybody can buy with a test card, and no real money comes in',
			todo: 'Set a key of live mode (sk_live_… or rk_live_…), or rehearse with STAGE=rehearsal.',
		},
	]
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
		errors.push('DATABASE_API_URL and DATABASE_JOBS_URL: need DATABASE_URL as well')
	if (storage.databaseUrl === undefined && storage.databaseReadUrl !== undefined)
		errors.push('DATABASE_READ_URL: needs DATABASE_URL as well')
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
