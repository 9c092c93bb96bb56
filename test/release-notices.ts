import { catalogue } from '#catalogue/index.ts'
import { syncCatalogue } from '#server/features/content/sync-catalogue.ts'
import { sql } from '#server/platform/db/sql.ts'
import { starterWith } from '#test/starter-shop.ts'
import type { World } from '#test/world.ts'

/** A product that is coming soon. */
export const awaited = { id: '4', title: 'How to Make Money in the North East' }

interface Asking {
	productId?: unknown
	/** The network address to ask from; the world must trust 127.0.0.1 as a proxy. */
	from?: string
}

/** Asks to be told when a product is out, as a page does for a signed-out visitor. */
export async function askToBeTold(
	world: World,
	email: unknown,
	{ productId = awaited.id, from }: Asking = {},
): Promise<Response> {
	return await callFunction(world, 'request-release-notice', { email, productId }, from)
}

/** Calls a function of the Functions API with the publishable key. */
export async function callFunction(
	world: World,
	name: string,
	body: unknown,
	from?: string,
): Promise<Response> {
	const headers = {
		apikey: world.keys.publishableKey,
		'content-type': 'application/json',
		...(from === undefined ? {} : { 'x-forwarded-for': from }),
	}
	const init = { method: 'POST', headers, body: JSON.stringify(body) }
	// With an address, the request is sent over the port, because `X-Forwarded-For` counts only on a connection from a trusted proxy.
	return from === undefined
		? await world.request(`/functions/v1/${name}`, init)
		: await fetch(`${world.url}/functions/v1/${name}`, init)
}

/** Runs the jobs. Returns the emails to an address, oldest first. */
export async function mailsTo(world: World, email: string) {
	await world.runJobs()
	return world.mails.filter(({ to }) => to === email)
}

/** Returns the token in the newest email to an address that links to this page. */
export async function noticeToken(world: World, email: string, page: 'confirm' | 'stop'): Promise<string> {
	for (const { text } of (await mailsTo(world, email)).toReversed()) {
		const link = /https?:\S+/g[Symbol.match](text)?.find((candidate) => candidate.includes(`/notice/${page}`))
		if (link !== undefined) return new URL(link).searchParams.get('token') ?? ''
	}
	throw new Error(`no email to ${email} links to the page to ${page}`)
}

/** Asks to be told, and confirms the address. */
export async function waitToBeTold(world: World, email: string, productId = awaited.id): Promise<void> {
	await askToBeTold(world, email, { productId })
	const token = await noticeToken(world, email, 'confirm')
	const answer = await callFunction(world, 'confirm-release-notice', { token })
	if (answer.status !== 200) throw new Error(`not confirmed: ${await answer.text()}`)
}

/** Releases a product in the catalogue, or lists it as coming soon again, and lets five minutes pass. */
export async function release(world: World, productId = awaited.id, comingSoon = false): Promise<void> {
	await syncCatalogue(
		world.database,
		starterWith(
			catalogue.map((product) =>
				product.id === productId ? { ...product, comingSoon, isFree: true } : product,
			),
		),
	)
	// The database sets this time by its own clock, which a test cannot move.
	await world.database.query(sql`update public.products set updated_at = ${world.clock.now()}`)
	world.clock.advance(301)
}

/** Queues the release notices that are due and sends them. Skips the wait of a second between two emails. */
export async function sendReleaseNotices(world: World): Promise<void> {
	await world.runJob('queue-mailings', {})
	await world.database.query(sql`
		select from graphile_worker.reschedule_jobs(
			array(select id from graphile_worker.jobs where task_identifier = 'send-release-notice'), run_at => now()
		)`)
	await world.runJobs()
}
