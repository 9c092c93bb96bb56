import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import type { AuthOptions } from '#server/apis/auth/routes.ts'
import { createPageViewSink } from '#server/apis/page-views/create-sink.ts'
import { createRealtime } from '#server/apis/realtime/create-realtime.ts'
import { defaultLimits } from '#server/apis/realtime/limits.ts'
import { type AuthSettings, defaultAuthSettings } from '#server/config/auth-settings.ts'
import type { CaptchaSettings } from '#server/config/captcha-settings.ts'
import { createShopIcons } from '#server/features/icons/shop-icons.ts'
import { createLinkPreviews } from '#server/features/link-previews/link-previews.ts'
import { createPreviews } from '#server/features/pages/previews.ts'
import { readShopState } from '#server/features/pages/read-shop-state.ts'
import { createReadings } from '#server/operations/readings/readings.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { withLoginOf } from '#server/platform/db/logins.ts'
import { createReadiness } from '#server/platform/db/readiness.ts'
import { createDiskCheck } from '#server/platform/disk.ts'
import { createAccessTokens } from '#server/platform/http/access-token.ts'
import { createAuthenticate } from '#server/platform/http/authenticate.ts'
import { operationsOf } from '#server/platform/http/openapi.ts'
import { createRateLimits } from '#server/platform/http/rate-limit.ts'
import { guardUpgrades } from '#server/platform/http/rehearsal-gate.ts'
import { createRefusals } from '#server/platform/refusals/refusals.ts'
import { recordRefusedMails } from '#server/shop/emails/give-up-refused.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { withMark } from '#server/shop/emails/with-mark.ts'
import { withholdMail } from '#server/shop/emails/withhold-mail.ts'
import { noFaults } from '#server/shop/fault-point.ts'
import { sellerOf } from '#server/shop/shop-context.ts'
import { createAdminApp } from './admin-app.ts'
import { adminDependenciesOf } from './admin-dependencies.ts'
import { apis, createHttpApp } from './http-app.ts'
import { createJobHandlers } from './job-handlers.ts'
import type { System, SystemOptions } from './system.ts'

/** Puts the server's parts together. Starts nothing: connection pools connect on first use. */
export async function composeSystem(options: SystemOptions): Promise<System> {
	const { config, keys, logins, files, payments, pages, clock, log } = options
	const { faultPoint = noFaults, stopping = new AbortController().signal } = options
	const { workers = 1 } = config
	const database = databaseOf(options)
	const auth = { ...defaultAuthSettings, ...options.auth }
	const accessTokens = await createAccessTokens({
		signingKeys: keys.authSigningKeys,
		issuer: `${config.siteUrl}/auth/v1`,
		clock,
		...(config.legacyJwtSecret === undefined ? {} : { legacySecret: config.legacyJwtSecret }),
	})
	const rateLimits = createRateLimits({
		pool: database.jobsPool,
		scale: config.rateLimitScale,
		workers,
		...(config.rateLimits === undefined ? {} : { changed: config.rateLimits }),
	})
	const refusals = createRefusals({ database, clock, log })
	const shop = { seller: sellerOf(config), payments, clock, faultPoint }
	const password = config.rehearsal?.password
	const pageViews = createPageViewSink({
		// Only its owner and the people they invite visit a rehearsal, so visits are not counted.
		settings: config.rehearsal === undefined ? config.pageViews : { kind: 'off' },
		siteUrl: config.siteUrl,
		database,
		clock,
		log,
	})
	const authenticate = createAuthenticate({ ...keys, accessTokens })
	const realtime = createRealtime({
		database,
		listenUrl: logins.jobsUrl,
		authenticate,
		accessTokens,
		siteUrl: config.siteUrl,
		trustedProxies: config.trustedProxies,
		scale: config.rateLimitScale / workers,
		clock,
		stopping,
		log,
		limits: { socketsPerUser: Math.ceil(defaultLimits.socketsPerUser / workers), ...options.realtimeLimits },
	})
	const icons = createShopIcons({ database, files })
	const readMark = () => icons.read('mail.png')
	const sender =
		config.rehearsal === undefined ? options.mailer : withholdMail(options.mailer, config.rehearsal.mailTo)
	const mailer = { ...sender, send: async (mail: Mail) => await sender.send(await withMark(mail, readMark)) }
	const { phone } = options
	// The code for signing in by phone is loaded only if the shop offers it.
	const phoneCode = phone && {
		...(await import('#server/apis/auth/phone/create-phone-sign-in.ts')),
		...(await import('#server/apis/auth/phone/text-jobs.ts')),
	}
	const { siteUrl } = config
	const textJobs =
		phone && phoneCode?.createTextJobs({ database, rateLimits, clock, settings: auth, siteUrl, log }, phone)
	const requireDatabase = createReadiness({ database, logins })
	const readings = createReadings({ database, config })
	const requireDisk = createDiskCheck(config.dataDir)
	const authOptions = await authOptionsOf(options, auth, {
		database,
		accessTokens,
		authenticate,
		rateLimits,
		refusals,
		createPhone: phone && phoneCode && ((deps) => phoneCode.createPhoneSignIn(deps, phone)),
	})
	const shopSettings = {
		siteUrl,
		publishableKey: keys.publishableKey,
		site: config.site,
		offersCampus: config.samlKey !== undefined,
	}
	const previews =
		pages.built &&
		createPreviews({
			database,
			...shopSettings,
			key: keys.authEncryptionKey,
			clock,
			known: () => pages.built?.shown ?? new Map(),
		})
	const app = createHttpApp({
		config,
		keys,
		database,
		requireDatabase,
		requireDisk,
		stopping,
		rateLimits,
		files,
		icons,
		linkPreviews: createLinkPreviews({
			database,
			files,
			readState: () => readShopState(database, shopSettings),
		}),
		payments,
		shop,
		pages,
		pageViews,
		authenticate,
		realtime,
		auth: authOptions,
		clock,
		faultPoint,
		observeRequest: options.observeRequest,
		sandboxPort: options.sandboxPort,
		previews,
		adminUrl: options.adminUrl ?? config.admin?.url,
		log,
	})
	const { admin } = config
	const adminApp =
		admin &&
		createAdminApp({
			...adminDependenciesOf({
				config,
				adminUrl: admin.url,
				database,
				rateLimits,
				files,
				payments,
				askPayments: options.askPayments ?? payments,
				shop,
				clock,
				log,
				previews,
				readings,
				auth: options.auth,
				checks: options.checks,
			}),
			config,
			requireDatabase,
			requireDisk,
			stopping,
			refusals,
			authenticate,
			auth: authOptions,
			pages: options.adminPages,
		})
	return {
		describedRoutes: operationsOf(app.routes, apis),
		fetch: app.fetch,
		adminFetch: adminApp?.fetch,
		upgrades:
			password === undefined
				? realtime.upgrades
				: guardUpgrades(realtime.upgrades, {
						siteUrl: config.siteUrl,
						password,
						key: keys.authEncryptionKey,
					}),
		readSockets: realtime.readSockets,
		database,
		jobs: createJobHandlers({
			backUp: options.backUp ?? (async () => Promise.reject(new Error('this server makes no backups'))),
			checkBackups:
				options.checkBackups ?? (async () => Promise.reject(new Error('this server checks no backups'))),
			audit: options.audit ?? (async () => Promise.reject(new Error('this server makes no audits'))),
			readings,
			database,
			payments,
			shop,
			mailer,
			textJobs,
			config,
			auth,
			clock,
			faultPoint,
			log,
		}),
		requireDatabase,
		readings,
		mailer,
		failures: recordRefusedMails({ database, log }),
		shop,
		payments,
		storeRefusals: refusals.flush,
		close: async () => {
			await realtime.close()
			await pageViews.close()
			await refusals.close()
			await database.close()
		},
	}
}

/** Returns the shop's database, with its replica if there is one. */
function databaseOf({ config, logins, runsJobs, log }: SystemOptions): Database {
	return openDatabase({
		...logins,
		...(config.workers === undefined ? {} : { workers: config.workers }),
		replicaUrl: config.databaseReadUrl && withLoginOf(config.databaseReadUrl, logins.apiUrl),
		onReplica: (isUsed, reason) => {
			if (isUsed) log.info('the read replica is used')
			else log.warn({ reason }, 'the read replica is not used')
		},
		...(runsJobs === undefined ? {} : { runsJobs }),
		onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
	})
}

type AuthParts = 'database' | 'accessTokens' | 'authenticate' | 'rateLimits' | 'refusals' | 'createPhone'

/** Returns the options of the Auth API. Loads the ways to sign in that only some shops offer. */
async function authOptionsOf(
	{ config, keys, clock, passwords }: SystemOptions,
	settings: AuthSettings,
	parts: Pick<AuthOptions, AuthParts>,
): Promise<AuthOptions> {
	const { formerEncryptionKey, workers = 1 } = config
	const options: AuthOptions = {
		...parts,
		clock,
		siteUrl: config.siteUrl,
		settings: { ...settings, adminIsOpen: config.admin !== undefined },
		passwords: passwords ?? createPasswordHasher({ workers }),
		encryptionKeys: [
			keys.authEncryptionKey,
			...(formerEncryptionKey === undefined ? [] : [formerEncryptionKey]),
		],
		providers: config.providers ?? [],
		createSso: await loadSso(config),
		createWeb3Grant: await loadWeb3(settings),
	}
	options.captcha = config.captcha && (await loadCaptcha(config.captcha, options))
	return options
}

/** Loads single sign-on; undefined if the shop does not offer it. */
async function loadSso({
	samlKey: privateKey,
	isPublic,
}: SystemOptions['config']): Promise<AuthOptions['createSso']> {
	if (privateKey === undefined) return undefined
	const { createSsoRoutes } = await import('#server/apis/auth/sso/create-sso-routes.ts')
	return (auth) => createSsoRoutes(auth, { privateKey, isLocal: !isPublic })
}

/** Loads the captcha that the settings name. */
async function loadCaptcha(settings: CaptchaSettings, options: AuthOptions): Promise<AuthOptions['captcha']> {
	if (settings.kind === 'proof-of-work') {
		const { createProofOfWork } = await import('#server/apis/auth/captcha/proof-of-work.ts')
		return createProofOfWork(options)
	}
	const { createServiceCaptcha } = await import('#server/apis/auth/captcha/service-captcha.ts')
	const { createSiteverify } = await import('#server/adapters/captcha/siteverify.ts')
	return createServiceCaptcha(settings, { ...options, check: createSiteverify(settings) })
}

/** Loads the code for signing in with a wallet; undefined if the shop does not offer it. */
async function loadWeb3({ web3Chains: chains }: AuthSettings): Promise<AuthOptions['createWeb3Grant']> {
	if (chains.length === 0) return undefined
	const { createWeb3Grant } = await import('#server/apis/auth/web3/grant-web3.ts')
	return (auth) => createWeb3Grant(auth, chains)
}
