import { once } from 'node:events'
import Stripe from 'stripe'
import { WebSocket } from 'ws'
import { z } from 'zod'
import {
	causeOf,
	certificateTodo,
	type Finding,
	isCertificateFault,
} from '#server/operations/doctor/finding.ts'
import type { Product } from '#shared/catalogue-schema.ts'

interface CheckSite {
	/** The shop's public address. */
	url: string
	publishableKey: string
	webhookSecret: string
	/**
	 * Whether the shop's key is a live key. The check sends an event of the same mode, because the shop ignores events of the
	 * other mode and logs a warning.
	 */
	isLive: boolean
	catalogue: readonly Product[]
	/** Sent with every request except the events. Contains the cookie that opens a rehearsal. */
	headers: Record<string, string>
}

const patienceMs = 10_000
const ask = (
	{ url, headers }: Pick<CheckSite, 'url' | 'headers'>,
	path: string,
	init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
	fetch(`${url}${path}`, {
		redirect: 'manual',
		signal: AbortSignal.timeout(patienceMs),
		...init,
		headers: { ...headers, ...init.headers },
	})

/** Checks that the shop answers at its public URL. The other checks of the site run only if it does. */
export async function checkAnswers(check: CheckSite): Promise<Finding> {
	const about = 'Site'
	const { url } = check
	try {
		const { status } = await ask(check, '/readyz')
		if (status === 200) return { level: 'ok', about, says: `answers at ${url}` }
		if (status === 503)
			return {
				level: 'error',
				about,
				says: `runs at ${url}, but is not ready`,
				todo: 'Put right what is reported below, starting with the database, and read the log. Do not start a second shop.',
			}
		return {
			level: 'error',
			about,
			says: `${url}/readyz answers ${status}`,
			todo: 'Check that SITE_URL, and any proxy in front of the shop, leads to this shop and not to another program.',
		}
	} catch (error) {
		const code = causeOf(error)
		const todo = isCertificateFault(code)
			? certificateTodo
			: 'Start the shop with npm start, and check that its address leads to it. Then run the doctor again.'
		return { level: 'error', about, says: `does not answer at ${url}${code}`, todo }
	}
}

/**
 * Checks that the shop accepts an event that is signed with our secret, and rejects an event with another signature. The events
 * have no effect on the shop.
 */
export async function checkWebhook(check: CheckSite): Promise<Finding> {
	const about = 'Webhook'
	const right = await sendEvent(check, check.webhookSecret)
	const wrong = await sendEvent(check, `${check.webhookSecret}x`)
	if (right === 200 && wrong === 400)
		return { level: 'ok', about, says: 'accepts events signed with our secret, and no others' }
	return right === 200
		? {
				level: 'error',
				about,
				says: `accepted an event with a wrong signature (${wrong})`,
				todo: 'Take the shop offline: anyone could make it believe that they have paid.',
			}
		: {
				level: 'error',
				about,
				says: `answered ${right} to an event signed with our secret`,
				todo: 'Restart the shop with the STRIPE_WEBHOOK_SECRET that is set here, and check that no proxy changes the body.',
			}
}

async function sendEvent({ url, isLive }: CheckSite, secret: string): Promise<number> {
	const payload = JSON.stringify({
		id: `evt_doctor_${crypto.randomUUID().replaceAll('-', '')}`,
		object: 'event',
		api_version: Stripe.API_VERSION,
		created: Math.floor(Date.now() / 1000),
		data: { object: { id: 'doctor', object: 'doctor' } },
		livemode: isLive,
		pending_webhooks: 0,
		request: null,
		type: 'doctor.checked',
	})
	const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
	// Sent without the password of a rehearsal, because Stripe does not know it either.
	const answer = await ask({ url, headers: {} }, '/functions/v1/stripe-webhook', {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'stripe-signature': signature },
		body: payload,
	})
	await answer.body?.cancel()
	return answer.status
}

const signedSchema = z.object({ signedURL: z.string() })

/** Tries to get a paid file in every way that is open to a stranger. */
export async function checkStranger(check: CheckSite): Promise<Finding> {
	const about = 'Paid files'
	const paid = check.catalogue.filter(({ isFree, pdfFileName }) => !isFree && pdfFileName !== null)
	const given: string[] = []
	for (const { pdfFileName } of paid) {
		for (const way of ways(check, pdfFileName ?? '')) if (await way()) given.push(pdfFileName ?? '')
	}
	if (given.length === 0)
		return { level: 'ok', about, says: `a stranger cannot get any of the ${paid.length}` }
	return {
		level: 'error',
		about,
		says: `a stranger can fetch ${[...new Set(given)].join(', ')}`,
		todo: 'Take the shop offline until this is fixed, and check that no proxy or cache serves /storage/.',
	}
}

/** Returns the ways to try. Each resolves with whether it got the file or a link to it. */
function ways(check: CheckSite, file: string): (() => Promise<boolean>)[] {
	const { publishableKey } = check
	const storage = '/storage/v1'
	const name = encodeURIComponent(file)
	const headers = { apikey: publishableKey, authorization: `Bearer ${publishableKey}` }
	const direct = [
		'object/pdfs',
		'object/public/pdfs',
		'object/authenticated/pdfs',
		'render/image/public/pdfs',
	]
	return [
		...direct.flatMap((path) =>
			[{}, headers].map((sent) => async () => {
				const answer = await ask(check, `${storage}/${path}/${name}`, { headers: sent })
				await answer.body?.cancel()
				return answer.ok
			}),
		),
		async () => {
			const answer = await ask(check, `${storage}/object/sign/pdfs/${name}`, {
				method: 'POST',
				headers: { ...headers, 'content-type': 'application/json' },
				body: JSON.stringify({ expiresIn: 60 }),
			})
			return signedSchema.safeParse(await answer.json().catch(() => undefined)).success
		},
	]
}

/** Opens a WebSocket of the Realtime API as a page does. A proxy must let it through. */
export async function checkSockets({ url, publishableKey, headers }: CheckSite): Promise<Finding> {
	const about = 'Live updates'
	const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`
	const socket = new WebSocket(address, { headers, handshakeTimeout: patienceMs })
	try {
		await once(socket, 'open')
		return { level: 'ok', about, says: 'pages can open a socket' }
	} catch (error) {
		return {
			level: 'warning',
			about,
			says: `pages cannot open a socket (${error instanceof Error ? error.message : String(error)})`,
			todo:
				error instanceof Error && error.message.includes(' 401')
					? otherKeys
					: 'Let the proxy pass requests for /realtime/v1/websocket on with their Upgrade header, as deploy/nginx.conf does. Until then pages show changes only when they are reloaded.',
		}
	} finally {
		socket.on('error', () => {})
		socket.terminate()
	}
}

/** The socket was reached, so the proxy is not at fault. */
const otherKeys =
	'The running shop has another publishable key. Check that SITE_URL leads to this shop, and restart it with the settings that are set here.'

const placeholders = [
	/Sample Guides/,
	/owner@sample\.test/,
	/headstart\.test/,
	/\blorem ipsum\b/i,
	/\{\{[^}]*\}\}/,
	/\[(?:your|company|insert)[^\]]*\]/i,
	/\bTODO\b/,
]

/** Checks every page in the sitemap for placeholder text. */
export async function checkPages(check: CheckSite, isPublic: boolean): Promise<Finding[]> {
	const about = 'Pages'
	const map = await (await ask(check, '/sitemap.xml')).text()
	const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
		([, address]) => new URL(address ?? '').pathname,
	)
	if (paths.length === 0)
		return [
			{
				level: 'error',
				about,
				says: '/sitemap.xml lists no pages',
				todo: 'Build the pages again: npm start.',
			},
		]
	const findings: Finding[] = []
	const pagesWith = new Map<string, string[]>()
	for (const path of paths) {
		const answer = await ask(check, path)
		const page = await answer.text()
		if (answer.status !== 200)
			findings.push({ level: 'error', about, says: `${path} answers ${answer.status}`, todo: 'See the log.' })
		const texts = placeholders.map((pattern) => pattern.exec(page)?.[0])
		for (const text of texts.filter((found) => found !== undefined))
			pagesWith.set(text, [...(pagesWith.get(text) ?? []), path])
	}
	if (pagesWith.size > 0)
		findings.push({
			level: isPublic ? 'error' : 'warning',
			about,
			says: `sample text is left: ${[...pagesWith].map(([text, on]) => `"${text}" on ${pagesOf(on)}`).join('; ')}`,
			todo: 'Set TRADER_NAME, TRADER_ADDRESS and TRADER_EMAIL, and replace what is only a sample.',
		})
	if (findings.length > 0) return findings
	return [{ level: 'ok', about, says: `all ${paths.length} in the sitemap answer, without sample text` }]
}

function pagesOf(paths: readonly string[]): string {
	const [first = ''] = paths
	return paths.length === 1 ? first : `${paths.length} pages such as ${first}`
}

/** Checks that a rehearsal shows its pages to nobody without the password, and asks search engines to stay away. */
export async function checkRehearsal({ url }: Pick<CheckSite, 'url'>): Promise<Finding> {
	const about = 'Rehearsal'
	const stranger = { url, headers: {} }
	const page = await ask(stranger, '/', { headers: { accept: 'text/html' } })
	await page.body?.cancel()
	const robots = await (await ask(stranger, '/robots.txt')).text()
	if (
		page.status === 403 &&
		page.headers.get('x-robots-tag')?.includes('noindex') &&
		/^Disallow: \/$/m.test(robots)
	)
		return { level: 'ok', about, says: 'asks visitors for its password, and search engines to stay away' }
	return {
		level: 'error',
		about,
		says: `shows its pages without a password (${page.status})`,
		todo: 'Restart the shop with the settings that are set here, and check that no proxy or cache answers in its place.',
	}
}
