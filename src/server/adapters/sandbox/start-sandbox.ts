import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { type RequestOptions, request } from 'node:http'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { makeFolder } from '#server/platform/make-folder.ts'

export interface Sandbox {
	port: number
	smtpUrl: string
	stop(): Promise<void>
}

interface SandboxOptions {
	port: number
	dataDir: string
	/** The URL to which its events are sent. */
	shopUrl: string
	/** The URL under which buyers reach its checkout pages, if it differs from the sandbox's own. */
	publicUrl?: string | undefined
	secretKey: string
	webhookSecret: string
	/** Called once its process runs. */
	onLaunched?: () => void
	/** Receives messages for the owner: that the sandbox has exited unexpectedly, and what the shop does about it. */
	say: (line: string) => void
}

const aboutSchema = z.object({
	product: z.literal('headstart-sandbox'),
	pid: z.int(),
	dir: z.string(),
	smtpPort: z.int(),
})

const main = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url))
const logName = 'sandbox.log'
// The most restarts within `patienceMs`. If the sandbox ends more often, a restart won't help.
const mostReturns = 5
const patienceMs = 60_000

/**
 * Starts the sandbox, which replaces Stripe and the mail server. It is a separate process, so that it outlives a killed server,
 * as the real services would. A sandbox that is left over from an earlier run is stopped first. A sandbox that exits unexpectedly
 * is restarted. Throws an `Error` with a message for the owner if it cannot start.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const { port, dataDir, secretKey, say, onLaunched } = options
	const dir = join(dataDir, 'sandbox')
	const origin = `http://127.0.0.1:${port}`
	await stopLeftOver(origin, dir, secretKey, port)
	await makeFolder(dir)
	let child = launch(options, dir)
	onLaunched?.()
	const { smtpPort } = await untilItAnswers(origin, child, dir)
	let stopping = false
	const endings: number[] = []
	// Nothing is lost while the sandbox restarts, because the shop retries its payments and emails.
	child.once('exit', comeBack)

	function comeBack(): void {
		if (stopping) return
		const now = performance.now()
		endings.push(now)
		if (endings.filter((at) => now - at < patienceMs).length > mostReturns) {
			say(
				`The sandbox keeps stopping: there are no test payments and no mailbox until the shop is restarted. ${seeLog(dir)}`,
			)
			return
		}
		say(`The sandbox has stopped unexpectedly; starting it again. ${seeLog(dir)}`)
		child = launch(options, dir)
		child.once('exit', comeBack)
		untilItAnswers(origin, child, dir).then(
			(about) => {
				if (about.smtpPort !== smtpPort)
					say('The mailbox has moved to another port: restart the shop, or its emails will not be sent.')
			},
			(error: unknown) => {
				if (!stopping) say(error instanceof Error ? error.message : String(error))
			},
		)
	}

	return {
		port,
		smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
		stop: async () => {
			stopping = true
			if (child.exitCode !== null || child.signalCode !== null) return
			const gone = new Promise((resolve) => child.once('exit', resolve))
			child.kill('SIGTERM')
			const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000)
			await gone
			clearTimeout(impatience)
		},
	}
}

function launch(
	{ port, shopUrl, publicUrl, secretKey, webhookSecret }: SandboxOptions,
	dir: string,
): ChildProcess {
	const log = openSync(join(dir, logName), 'a')
	// The last folder of this path is named after the version of Node. It is left out below, because Node adds it itself.
	const compiled = getCompileCacheDir()
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
		// In a session of its own, so that Ctrl-C in the terminal reaches only the server, which then stops the sandbox properly.
		detached: true,
		stdio: ['ignore', log, log],
		env: {
			PATH: '/usr/bin:/bin',
			SANDBOX_PORT: String(port),
			SANDBOX_DIR: dir,
			SHOP_URL: shopUrl,
			...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
			STRIPE_SECRET_KEY: secretKey,
			STRIPE_WEBHOOK_SECRET: webhookSecret,
			...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
		},
	})
	closeSync(log)
	child.unref()
	return child
}

function seeLog(dir: string): string {
	return `Its log is ${join(dir, logName)}.`
}

async function askAbout(origin: string): Promise<z.infer<typeof aboutSchema> | undefined> {
	try {
		return aboutSchema.safeParse(JSON.parse(await send(`${origin}/sandbox.json`))).data
	} catch {
		return undefined
	}
}

/** Sends a request and returns the text of the answer. Node takes a tenth of a second to load `fetch`, before the sandbox starts. */
async function send(url: string, options: RequestOptions = {}): Promise<string> {
	const sent = request(url, { ...options, signal: AbortSignal.timeout(1_000) }).end()
	const [response] = await once(sent, 'response')
	return await text(response)
}

async function stopLeftOver(origin: string, dir: string, secretKey: string, port: number): Promise<void> {
	const about = await askAbout(origin)
	if (about === undefined) return
	if (about.dir !== dir) {
		throw new Error(
			`Port ${port} is used by the sandbox of another shop. Give this one its own SANDBOX_PORT.`,
		)
	}
	await send(`${origin}/stop`, { method: 'POST', headers: { authorization: `Bearer ${secretKey}` } }).catch(
		() => {},
	)
	for (let tries = 0; tries < 50 && (await askAbout(origin)) !== undefined; tries += 1) await pause(100)
}

async function untilItAnswers(
	origin: string,
	child: ChildProcess,
	dir: string,
): Promise<z.infer<typeof aboutSchema>> {
	const deadline = performance.now() + 15_000
	while (performance.now() < deadline) {
		const about = await askAbout(origin)
		if (about?.pid === child.pid && about !== undefined) return about
		if (child.exitCode !== null || child.signalCode !== null) break
		await pause(50)
	}
	child.kill('SIGKILL')
	throw new Error(
		`The sandbox did not start. If port ${new URL(origin).port} is in use, give it another SANDBOX_PORT. ${seeLog(dir)}`,
	)
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms))
}
