import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { afterAll, inject } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import type { CheckoutSettings } from '#server/adapters/payments/checkout-session-parameters.ts'
import { createStripePayments } from '#server/adapters/payments/stripe-payments.ts'
import { openTextGateway } from '#server/adapters/sms/open-text-gateway.ts'
import { createPasswordHasher } from '#server/apis/auth/passwords/password-hasher.ts'
import { composeSystem } from '#server/boot/compose-system.ts'
import type { System, SystemOptions } from '#server/boot/system.ts'
import type { AuthSettings } from '#server/config/auth-settings.ts'
import { type CaptchaSettings, sandboxService } from '#server/config/captcha-settings.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { type Keys, makeKeys } from '#server/config/local-keys.ts'
import { defaultMoneySettings } from '#server/config/money-settings.ts'
import { sandboxGoogleProvider } from '#server/config/oauth-settings.ts'
import { type PhoneSettings, sandboxTwilio } from '#server/config/sms-settings.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { loadGoods } from '#server/features/editions/load-goods.ts'
import { listen } from '#server/platform/http/http-server.ts'
import type { Pages } from '#server/platform/http/pages.ts'
import type { ObserveRequest } from '#server/platform/metrics/metrics.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import type { FileStore } from '#server/shop/files/file-store.ts'
import type { TextGateway, TextMessage } from '#server/shop/text-messages/text-gateway.ts'
import { createAnswerCheck } from '#test/answers.ts'
import { type MovableClock, movableClock } from '#test/clock.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { startTestSandbox } from '#test/sandbox.ts'

/** A whole shop for one test file: its own database and files, a real port and, if requested, a sandbox. */
export interface World extends System {
	/** Its parts, from which a test can start a second server. */
	systemOptions: SystemOptions
	testDatabase: TestDatabase
	clock: MovableClock
	keys: Keys
	files: FileStore
	/** Origin of the listening server, for the official client. */
	url: string
	/** Emails sent since the start, oldest first, unless the test gave a `mailer`. */
	mails: Mail[]
	/** Text messages sent since the start, oldest first, if the world has `phone` but neither a sandbox nor a `gateway`. */
	texts: TextMessage[]
	/** Origin of the sandbox; empty if there is none. */
	sandboxUrl: string
	/** Runs every job that is due, and the jobs those add. */
	runJobs(): Promise<void>
	/** Runs one job now, without the queue. */
	runJob(name: string, payload: object): Promise<void>
	/** Calls the app without going through the port. */
	request(path: string, init?: RequestInit): Promise<Response>
	/** Calls the admin without going through its port. */
	adminRequest(path: string, init?: RequestInit): Promise<Response>
}

interface WorldOptions {
	auth?: Partial<AuthSettings>
	/** Lets users sign in by phone. */
	phone?: Partial<PhoneSettings>
	/** Sends the text messages instead of keeping them in `texts`. */
	gateway?: TextGateway
	/** Starts the real sandbox for payments, text messages, captchas and signing in with Google. Emails are kept in `mails` even so. */
	sandbox?: boolean
	/** The captcha; none by default. `hcaptcha` is the sandbox’s, so the sandbox must be started. */
	captcha?: 'proof-of-work' | 'hcaptcha'
	/** OAuth providers; the sandbox's Google if there is a sandbox, otherwise none. */
	providers?: Config['providers']
	/** Sends the emails instead of keeping them in `mails`. */
	mailer?: Mailer
	/** The operator's own texts for emails about accounts. */
	mailTexts?: Config['mailTexts']
	/** Hashes passwords as the shop does, for tests that depend on how long it takes. */
	realPasswords?: boolean
	/** Multiplies the rate limits; 1 to test the limits themselves. */
	rateLimitScale?: number
	/** Overrides individual limits. */
	rateLimits?: Config['rateLimits']
	/** Proxies whose `X-Forwarded-For` is trusted, for tests with many client addresses. */
	trustedProxies?: string[]
	/** Loads the goods into the private store, which takes some milliseconds; true by default if there is a sandbox. */
	goods?: boolean
	/** Settings of the hosted checkout that differ from the defaults. */
	checkout?: Partial<CheckoutSettings>
	/** Called at each fault point, so that a test can act between two steps. */
	faultPoint?: FaultPoint
	/** The secret that the keys of the hosted service are signed with. */
	legacyJwtSecret?: string
	/** The key for signing in with SAML, as PEM; off by default. */
	samlKey?: string
	/** Overrides individual limits of the Realtime API. */
	realtimeLimits?: SystemOptions['realtimeLimits']
	/** Answers requests that belong to no API; there are no pages by default. */
	pages?: Pages
	/** Opens the admin as a public site does, or as a local run does. */
	admin?: 'public' | 'local'
	/** The pages of the admin; none by default. */
	adminPages?: SystemOptions['adminPages']
	/** The checks that members can start in the admin; none by default. */
	checks?: SystemOptions['checks']
	/** The folder of the backups, and what makes and checks them; the shop makes none by default. */
	backups?: { to: string; programs?: Pick<SystemOptions, 'backUp' | 'checkBackups'> }
	/** Called after each request, with its route, status and duration. */
	observeRequest?: ObserveRequest
	/** The shop's log; silent by default. */
	log?: Logger
}

/** Where the admin of a world is. */
export const adminUrl = 'http://localhost:3002'

/** Who receives alerts. */
export const ownerAddress = 'owner@sample.test'

// The least that Argon2 accepts. At the real cost, a hash takes 13 ms of a core and 19 MB, and the tests make thousands.
const testCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const noPages: Pages = {
	render: async () => new Response('no pages in this test', { status: 404 }),
}

/** Creates a shop for the tests of a file, and closes it after them. Call it at the top of the file. */
export async function useWorld(options?: WorldOptions): Promise<World> {
	const world = await createWorld(options)
	afterAll(async () => await world.close())
	return world
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
	const opened = new AsyncDisposableStack()
	try {
		return await openWorld(options, opened)
	} catch (error) {
		await opened.disposeAsync()
		throw error
	}
}

/** Adds to `opened` whatever it starts or makes, so that the caller can dispose of it. */
async function openWorld(options: WorldOptions, opened: AsyncDisposableStack): Promise<World> {
	const testDatabase = await createTestDatabase(inject('databaseUrl'))
	opened.defer(() => testDatabase.drop())
	const folder = await mkdtemp(join(tmpdir(), 'headstart-world-'))
	opened.defer(() => rm(folder, { recursive: true, force: true }))
	const http = await listen({ host: '127.0.0.1', port: 0 })
	opened.defer(() => http.close(0))
	const url = `http://127.0.0.1:${http.port}`
	const keys = await makeKeys()
	const clock = movableClock()
	const sandbox = options.sandbox
		? await startTestSandbox({ dir: join(folder, 'sandbox'), shopUrl: url, keys })
		: undefined
	if (sandbox !== undefined) opened.defer(() => sandbox.stop())
	const mails: Mail[] = []
	const mailer: Mailer = options.mailer ?? {
		send: async (mail) => void mails.push(mail),
		close: () => {},
	}
	opened.defer(() => mailer.close())
	const texts: TextMessage[] = []
	const phone = options.phone && {
		settings: { ...defaultPhone(sandbox?.port ?? 1), ...options.phone },
		gateway:
			options.gateway ??
			(sandbox === undefined ? keepingGateway(texts) : await openTextGateway(defaultPhone(sandbox.port))),
	}
	const files = createDiskStore(join(folder, 'files'))
	const systemOptions: SystemOptions = {
		config: {
			siteUrl: url,
			trustedProxies: options.trustedProxies ?? [],
			...(options.rateLimits === undefined ? {} : { rateLimits: options.rateLimits }),
			...(options.legacyJwtSecret === undefined ? {} : { legacyJwtSecret: options.legacyJwtSecret }),
			...(options.samlKey === undefined ? {} : { samlKey: options.samlKey }),
			rateLimitScale: options.rateLimitScale ?? 1000,
			captcha: captchaOf(options, sandbox?.port),
			providers: options.providers ?? (sandbox === undefined ? [] : [sandboxGoogleProvider(sandbox.port)]),
			trader: undefined,
			isPublic: options.admin === 'public',
			site: readConfig({}).site,
			admin: options.admin && { url: adminUrl, host: '127.0.0.1', port: 3002 },
			dataDir: folder,
			backupTo: options.backups?.to,
			backupDailyAt: undefined,
			alertsTo: ownerAddress,
			pageViews: { kind: 'own' },
			money: defaultMoneySettings,
		},
		keys,
		logins: testDatabase.logins,
		files,
		payments: createStripePayments({
			secretKey: keys.sandboxSecretKey,
			webhookSecret: keys.sandboxWebhookSecret,
			host: { name: '127.0.0.1', port: sandbox?.port ?? 1 },
			siteUrl: url,
			checkout: { ...defaultMoneySettings, ...options.checkout },
			callsPerSecond: 1_000,
			clock,
		}),
		mailer,
		phone,
		pages: options.pages ?? noPages,
		adminPages: options.adminPages,
		checks: options.checks,
		...options.backups?.programs,
		clock,
		log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
		...(options.auth ? { auth: options.auth } : {}),
		...(options.realPasswords ? {} : { passwords: createPasswordHasher({ cost: testCost }) }),
		observeRequest: options.observeRequest,
		...(options.realtimeLimits ? { realtimeLimits: options.realtimeLimits } : {}),
		...(options.faultPoint ? { faultPoint: options.faultPoint } : {}),
	}
	const system = await composeSystem(systemOptions)
	opened.defer(() => system.close())
	await syncCatalogue(system.database, await readStarterShop(options.mailTexts))
	if (options.goods ?? options.sandbox) {
		const goodsDir = fileURLToPath(new URL('../goods', import.meta.url))
		await loadGoods({ database: system.database, files, goodsDir, catalogue, log: () => {} })
	}
	const answers = createAnswerCheck(system.describedRoutes.operations)
	// Every answer in every test is compared with the OpenAPI document.
	const fetch: System['fetch'] = async (request, ...rest) => {
		const { method, url: address } = request
		const response = await system.fetch(request, ...rest)
		await answers.check({ method, path: new URL(address).pathname, response })
		return response
	}
	http.serve({ fetch, built: undefined, upgrades: system.upgrades })
	return {
		...system,
		systemOptions,
		testDatabase,
		clock,
		keys,
		files,
		url,
		mails,
		texts,
		sandboxUrl: sandbox === undefined ? '' : `http://127.0.0.1:${sandbox.port}`,
		runJobs: async () => await runDueJobs(system),
		runJob: async (name, payload) => {
			const found = system.jobs.find(({ job }) => job.name === name)
			if (found === undefined) throw new Error(`there is no job ${name}`)
			await found.run(payload)
		},
		request: async (path, init) => await fetch(new Request(new URL(path, url), init)),
		adminRequest: async (path, init) => {
			const headers = new Headers(init?.headers)
			if (!headers.has('host')) headers.set('host', new URL(adminUrl).host)
			const answer = system.adminFetch?.(new Request(new URL(path, adminUrl), { ...init, headers }))
			if (answer === undefined) throw new Error('this world has no admin')
			return await answer
		},
		close: async () => {
			await opened.disposeAsync()
			if (answers.faults.length > 0)
				throw new Error(`answers differ from /openapi.json:\n${answers.faults.slice(0, 5).join('\n')}`)
		},
	}
}

/** The settings of a shop that texts any number in the UK. */
function defaultPhone(sandboxPort: number): PhoneSettings {
	return {
		gateway: sandboxTwilio(`http://127.0.0.1:${sandboxPort}`),
		isSandbox: true,
		countries: ['GB'],
		prices: new Map([['*', 5]]),
		budgetPencePerDay: 1_000_000,
		textsPerCountry: 100_000,
		onlyTo: undefined,
	}
}

function keepingGateway(texts: TextMessage[]): TextGateway {
	return { channels: new Set(['sms', 'whatsapp']), send: async (message) => void texts.push(message) }
}

function captchaOf({ captcha }: WorldOptions, sandboxPort: number | undefined): CaptchaSettings | undefined {
	if (captcha === undefined || captcha === 'proof-of-work') return captcha && { kind: captcha }
	if (sandboxPort === undefined) throw new Error('the captcha of the sandbox needs a sandbox')
	return sandboxService(captcha, { hosts: ['127.0.0.1'], sandboxPort })
}
