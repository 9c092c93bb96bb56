import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeShop, startFakeShop } from '#sandbox/testing/fake-shop.ts'
import { guideParams, secretKey, stripeAt, webhookSecret } from '#sandbox/testing/test-sandbox.ts'
import { freePort } from '#test/free-port.ts'
import { compileCache } from '../../scripts/setup/node.mjs'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const aboutSchema = z.object({
	product: z.literal('headstart-sandbox'),
	pid: z.int(),
	dir: z.string(),
	smtpPort: z.int(),
})

let dir: string
let port: number
let shop: FakeShop
const children: ChildProcess[] = []

beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), 'sandbox-'))
	port = await freePort()
	shop = await startFakeShop(webhookSecret)
})

afterEach(async () => {
	const left = await about()
	if (left !== undefined) process.kill(left.pid, 'SIGKILL')
	for (const child of children.splice(0)) child.kill('SIGKILL')
	await shop.stop()
	await rm(dir, { recursive: true, force: true })
})

function settings(changes: Record<string, string> = {}): Record<string, string> {
	return {
		SANDBOX_PORT: String(port),
		SANDBOX_DIR: join(dir, 'sandbox'),
		SHOP_URL: shop.url,
		STRIPE_SECRET_KEY: secretKey,
		STRIPE_WEBHOOK_SECRET: webhookSecret,
		...compileCache,
		...changes,
	}
}

function run(changes: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
		env: settings(changes),
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	children.push(child)
	const errors = text(child.stderr)
	const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
	return { child, errors, exit }
}

async function about(): Promise<z.infer<typeof aboutSchema> | undefined> {
	try {
		return aboutSchema.parse(await (await fetch(`http://127.0.0.1:${port}/sandbox.json`)).json())
	} catch {
		return undefined
	}
}

async function waitUntilUp(): Promise<z.infer<typeof aboutSchema>> {
	await expect.poll(about).toBeDefined()
	return aboutSchema.parse(await about())
}

async function pay(checkoutSessionId: string): Promise<void> {
	const response = await fetch(`http://127.0.0.1:${port}/stripe/pay/${checkoutSessionId}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{}',
	})
	expect(await response.json()).toMatchObject({ result: 'done' })
}

test('a sandbox reports its process and folder, and a second one on the same port explains why it cannot start', async () => {
	const first = run()
	expect(await waitUntilUp()).toMatchObject({ pid: first.child.pid, dir: join(dir, 'sandbox') })
	const second = run({ SANDBOX_DIR: join(dir, 'other') })
	expect(await second.exit).toBe(1)
	expect(await second.errors).toBe(`Port ${port} is in use. Give the sandbox another SANDBOX_PORT.\n`)
	expect((await about())?.pid).toBe(first.child.pid)
})

test('a second sandbox on the same folder does not start, and the first one keeps running', async () => {
	const first = run()
	await waitUntilUp()
	const second = run({ SANDBOX_PORT: String(await freePort()) })
	expect(await second.exit).toBe(1)
	expect(await second.errors).toContain('is in use by another sandbox.')
	expect((await about())?.pid).toBe(first.child.pid)
})

test('the error about invalid settings names them without their values', async () => {
	const { exit, errors } = run({
		SANDBOX_PORT: 'three',
		SHOP_URL: 'nowhere',
		STRIPE_SECRET_KEY: 'sk_live_secretvalue',
	})
	expect(await exit).toBe(1)
	const said = await errors
	for (const name of ['SANDBOX_PORT', 'SHOP_URL', 'STRIPE_SECRET_KEY']) expect(said).toContain(name)
	expect(said).not.toContain('secretvalue')
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s stops the sandbox cleanly', async (signal) => {
	const { child, exit } = run()
	await waitUntilUp()
	child.kill(signal)
	expect(await exit).toBe(0)
	expect(await about()).toBeUndefined()
})

test('only a request with the secret key stops the sandbox', async () => {
	const { exit } = run()
	await waitUntilUp()
	expect((await fetch(`http://127.0.0.1:${port}/stop`, { method: 'POST' })).status).toBe(401)
	expect(
		(
			await fetch(`http://127.0.0.1:${port}/stop`, {
				method: 'POST',
				headers: { authorization: 'Bearer sk_test_wrong' },
			})
		).status,
	).toBe(401)
	expect(await about()).toBeDefined()
	expect(
		(
			await fetch(`http://127.0.0.1:${port}/stop`, {
				method: 'POST',
				headers: { authorization: `Bearer ${secretKey}` },
			})
		).status,
	).toBe(200)
	expect(await exit).toBe(0)
})

test('the sandbox keeps running when its parent process is killed and its pipes break', async () => {
	shop.answerWith(500)
	const script = `
		const { spawn } = require('node:child_process')
		spawn(process.execPath, [${JSON.stringify(main)}], { env: ${JSON.stringify(settings())}, detached: true, stdio: 'pipe' })
		setInterval(() => {}, 1000)`
	const parent = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
	children.push(parent)
	const { pid } = await waitUntilUp()
	parent.kill('SIGKILL')
	await new Promise((resolve) => parent.once('exit', resolve))
	const checkoutSession = await stripeAt(port).checkout.sessions.create(guideParams())
	await pay(checkoutSession.id)
	// Each event that the shop refuses is logged, here into a pipe that nobody reads.
	await shop.untilReceived('checkout.session.completed', 2)
	shop.answerWith(200)
	await shop.untilReceived('checkout.session.completed', 3)
	expect((await about())?.pid).toBe(pid)
})

test('a payment survives if the sandbox is killed, and its event is delivered after the restart', async () => {
	shop.answerWith(500)
	const first = run()
	await waitUntilUp()
	const checkoutSession = await stripeAt(port).checkout.sessions.create(guideParams())
	await pay(checkoutSession.id)
	first.child.kill('SIGKILL')
	await first.exit
	shop.answerWith(200)
	run()
	await waitUntilUp()
	expect(await stripeAt(port).checkout.sessions.retrieve(checkoutSession.id)).toMatchObject({
		status: 'complete',
		payment_status: 'paid',
	})
	await shop.untilReceived('checkout.session.completed')
	expect((await readFile(join(dir, 'sandbox', 'sandbox-1.sqlite'))).length).toBeGreaterThan(0)
})
