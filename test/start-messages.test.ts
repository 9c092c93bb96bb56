import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { findStoreObstacle } from '#server/adapters/files/open-file-store.ts'
import { findWarnings } from '#server/boot/start-messages.ts'
import { readConfig } from '#server/config/config.ts'
import { sentenceOf } from '#server/platform/obstacle.ts'
import { startTestBucket, type TestBucket } from '#test/bucket.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { startShopProcess } from '../e2e/shop-process.ts'

// What a server prints at start if a service does not match its settings.

let database: EmptyDatabase
let bucket: TestBucket
beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	bucket = await startTestBucket()
})
afterAll(async () => {
	await bucket.close()
	await database.drop()
})

async function failedStart(settings: Record<string, string>): Promise<string> {
	const failure: unknown = await startShopProcess({ DATABASE_URL: database.ownerUrl, ...settings }).catch(
		(error: unknown) => error,
	)
	if (!(failure instanceof Error)) throw new Error('the shop started')
	return failure.message.trimEnd().split('\n').at(-1) ?? ''
}

test.each([
	[
		'unreachable',
		async () => `s3+http://S3RVER:hidden-word@127.0.0.1:${await freePort()}/guides`,
		/^The bucket "guides" at 127\.0\.0\.1:\d+, which STORAGE_URL names, cannot be reached \(ECONNREFUSED\)\. Check that the service is running/,
	],
	[
		'missing',
		(host: string) => `s3+http://S3RVER:S3RVER@${host}/other`,
		/^The bucket "other" at 127\.0\.0\.1:\d+, which STORAGE_URL names, does not exist\. Create it there/,
	],
])('a bucket that is %s is reported in one sentence without the secret', async (_name, url, sentence) => {
	const STORAGE_URL = await url(new URL(bucket.settings.endpoint).host)
	const obstacle = await findStoreObstacle(readConfig({ STORAGE_URL }))
	if (obstacle === undefined) throw new Error('nothing is wrong')
	expect(sentenceOf(obstacle)).toMatch(sentence)
	expect(sentenceOf(obstacle)).not.toContain('hidden-word')
})

test('a bucket that refuses our keys prevents the server from starting, with one sentence and without the secret', async () => {
	const { host } = new URL(bucket.settings.endpoint)
	const said = await failedStart({ STORAGE_URL: `s3+http://S3RVER:hidden-word@${host}/guides` })
	expect(said).toMatch(
		/^The bucket "guides" at 127\.0\.0\.1:\d+, which STORAGE_URL names, refuses the keys in STORAGE_URL\. Correct the keys/,
	)
	expect(said).not.toContain('hidden-word')
})

// If the port opened for a moment after every restart, a proxy would send visitors there.
test('a server with workers opens no port if its metrics port is taken', async () => {
	const [port, metricsPort] = [await freePort(), await freePort()]
	const other = createServer().listen(metricsPort, '127.0.0.1')
	const start = { isOver: false }
	const said = failedStart({
		PORT: String(port),
		WORKERS: '2',
		METRICS_PORT: String(metricsPort),
	}).finally(() => {
		start.isOver = true
		other.close()
	})
	let answered = 0
	while (!start.isOver) {
		if (await answers(port)) answered += 1
		await pause(20)
	}
	expect(await said).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)\. Check METRICS_HOST/)
	expect(answered).toBe(0)
})

async function answers(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1')
	try {
		return await new Promise((resolve) => {
			socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
		})
	} finally {
		socket.destroy()
	}
}

test('the shop starts without its mail server, and the start messages name that server', async () => {
	const host = new URL(bucket.settings.endpoint).host
	const shop = await startShopProcess({
		DATABASE_URL: database.ownerUrl,
		STORAGE_URL: `s3+http://S3RVER:S3RVER@${host}/guides/shop`,
		SMTP_URL: 'smtp://shop:hidden-word@127.0.0.1:1',
		MAIL_FROM: 'shop@shop.test',
		AUTH_MAILS_PER_DAY: '5',
	})
	try {
		expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
		await expect
			.poll(() => shop.output())
			.toMatch(/The mail server 127\.0\.0\.1:1 in SMTP_URL cannot be used .*Emails wait until it answers\./)
		expect(shop.output()).not.toContain('hidden-word')
		expect(shop.output()).toContain(
			'AUTH_MAILS_PER_DAY is no longer a setting; its value is now fixed at 20. Remove it',
		)
	} finally {
		await shop.dispose()
	}
})

test('a public site without TRUSTED_PROXIES prints a warning at start', async () => {
	const site = {
		isPublic: true,
		trustedProxies: [],
		smtpUrl: undefined,
		notices: [],
		rehearsal: undefined,
		missingForLive: [],
	}
	expect(await findWarnings(site)).toEqual([
		'TRUSTED_PROXIES is empty: behind a proxy, all visitors seem to share one address, so one of them can use up everybody’s limits. Set TRUSTED_PROXIES to the address of the proxy that ends TLS for this site.',
	])
	expect(await findWarnings({ ...site, trustedProxies: ['10.0.0.1'] })).toEqual([])
	expect(await findWarnings({ ...site, isPublic: false })).toEqual([])
})
