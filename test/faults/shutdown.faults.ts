import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cv } from '#test/checkout.ts'
import { shopForFile } from './fault-shop.ts'
import { inDatabase } from './in-database.ts'
import { freeGuides, type Shopper } from './shopper.ts'
import { idleEvent, sendEvent, webhookSecretOf } from './signed-event.ts'

const shop = shopForFile()

/** Downloads slowly. Returns `whole` if every byte arrived, `cut` if not, and `refused` if there was no answer. */
function readSlowly(url: string): Promise<'whole' | 'cut' | 'refused'> {
	return new Promise((resolve) => {
		get(url, { agent: false }, async (response) => {
			const promised = Number(response.headers['content-length'])
			let came = 0
			try {
				for await (const chunk of response) {
					came += z.instanceof(Buffer).parse(chunk).length
					await pause(40)
				}
				resolve(came === promised ? 'whole' : 'cut')
			} catch {
				resolve('cut')
			}
		}).on('error', () => resolve('refused'))
	})
}

async function linkFor(shopper: Shopper): Promise<string> {
	const [guide] = freeGuides
	const { data, error } = await shopper.client.storage.from('pdfs').createSignedUrl(guide.file, 60)
	if (error !== null) throw error
	return data.signedUrl
}

test('a stop during downloads, events and checkouts exits with 0, and nothing confirmed is lost', {
	timeout: 150_000,
}, async () => {
	const { process: server, promises, expectAgreement, restart } = shop()
	const secret = await webhookSecretOf(server.dataDir)
	const buyers = await Promise.all(Array.from({ length: 10 }, () => shop().shopper()))
	const [first] = buyers
	if (first === undefined) throw new Error('nobody to download')
	const link = await linkFor(first)
	const downloads = Array.from({ length: 20 }, () => readSlowly(link))
	await pause(150)
	const events = Array.from({ length: 20 }, idleEvent)
	const answers = Promise.all(
		events.map(async ({ id, body }) => ({ id, status: await sendEvent(server.url, secret, body) })),
	)
	const checkouts = Promise.all(buyers.map((buyer) => buyer.open(cv)))
	// Gives the server time to begin all of these.
	await pause(15)
	const began = performance.now()
	expect(await server.stop()).toBe(0)
	expect(performance.now() - began).toBeLessThan(40_000)
	await checkouts
	const received = await answers
	for (const { status } of received) expect([200, 503, undefined]).toContain(status)
	// Downloads take half a second; the server lets them finish.
	const ends = await Promise.all(downloads)
	expect(ends).toContain('whole')
	expect(ends).not.toContain('cut')
	await restart()
	const kept = await inDatabase(server.dataDir, 'select id from shop.payment_events')
	const ids = new Set(kept.map(({ id }) => id))
	for (const { id, status } of received) if (status === 200) expect(ids).toContain(id)
	await expectAgreement()
	expect(promises.opened.every(({ checkoutSessionId }) => checkoutSessionId.startsWith('cs_test_'))).toBe(
		true,
	)
	// After the restart, the guide can be downloaded in full.
	expect(await readSlowly(await linkFor(first))).toBe('whole')
})

test('a second signal does not prevent a clean exit', { timeout: 60_000 }, async () => {
	const { process: server, restart } = shop()
	const pid = server.pid()
	if (pid === undefined) throw new Error('no server')
	const stopped = server.stop()
	process.kill(pid, 'SIGTERM')
	expect(await stopped).toBe(0)
	await restart()
	expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})
