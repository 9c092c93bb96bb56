import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

// Test runs that are killed, are interrupted, or do not clean up. Each is a real run of vitest with its own temporary folder.

// Looking through all processes takes 20 ms of a core.
const interval = 250

const root = fileURLToPath(new URL('..', import.meta.url))

interface Run {
	vitest: ChildProcess
	/** Its folder for temporary files. */
	folder: string
	output(): string
	/** Its exit code, or the signal that ended it. */
	ended: Promise<number | NodeJS.Signals | null>
}

async function runTests(folder: string, file: string, ...options: string[]): Promise<Run> {
	const { HEADSTART_TEST_RUN: _ours, ...environment } = process.env
	const vitest = spawn(
		process.execPath,
		['node_modules/vitest/vitest.mjs', 'run', '--root', root, ...options, file],
		{ cwd: root, env: { ...environment, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
	)
	let printed = ''
	for (const stream of [vitest.stdout, vitest.stderr])
		stream?.setEncoding('utf8').on('data', (text: string) => {
			printed += text
		})
	const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
		vitest.once('exit', (code, signal) => resolve(code ?? signal)),
	)
	return { vitest, folder, output: () => printed, ended }
}

async function emptyFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-runs-'))
	onTestFinished(() => rm(folder, { recursive: true, force: true }))
	// The system user that PostgreSQL runs as must be able to enter this folder.
	await chmod(folder, 0o755)
	return folder
}

/** Lists the processes with this folder in their command line or environment. */
async function processesIn(folder: string): Promise<string[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
	const commands = await Promise.all(
		pids.map(async (pid) => {
			const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
			return `${pid} ${(await read('cmdline')).replaceAll('\0', ' ')} ${await read('environ')}`
		}),
	)
	return commands.filter((command) => command.includes(folder))
}

const isRunning = (commands: readonly string[], what: string) =>
	commands.some((command) => command.split('\0')[0]?.includes(what))

/** Waits until a test of the run has started these programs. */
async function untilBusy({ folder }: Run, programs: readonly string[]): Promise<void> {
	await expect
		.poll(
			async () => {
				const commands = await processesIn(folder)
				return programs.filter((program) => !isRunning(commands, program))
			},
			{ timeout: 120_000, interval },
		)
		.toEqual([])
}

async function expectNothingLeft(folder: string): Promise<void> {
	await expect.poll(() => processesIn(folder), { interval }).toEqual([])
	await expect.poll(() => readdir(folder), { interval }).toEqual([])
}

const onLinux = test.runIf(process.platform === 'linux')
const leakyConfig = 'test/leaks/vitest.config.ts'

onLinux.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
	'a run ended by %s leaves no process and no folder',
	async (signal) => {
		const run = await runTests(await emptyFolder(), 'never-ends', '--config', leakyConfig)
		await untilBusy(run, ['sleep 600'])
		run.vitest.kill(signal)
		await run.ended
		await expectNothingLeft(run.folder)
	},
)

onLinux(
	'if a run and its keeper are both killed, the next run removes what they left: a database, a sandbox and a shop',
	async () => {
		const run = await runTests(await emptyFolder(), 'test/recovery.test.ts')
		await untilBusy(run, ['bin/postgres', 'programs/sandbox-', 'programs/server.js'])
		const [keeper] = (await processesIn(run.folder)).filter((command) => command.includes('test-run-keeper'))
		process.kill(Number.parseInt(keeper ?? '', 10), 'SIGKILL')
		run.vitest.kill('SIGKILL')
		await run.ended
		expect(isRunning(await processesIn(run.folder), 'bin/postgres')).toBe(true)
		const next = await runTests(run.folder, 'no-such-test', '--config', leakyConfig, '--passWithNoTests')
		expect(await next.ended).toBe(0)
		await expectNothingLeft(run.folder)
	},
)

onLinux('a run whose tests leave a process or a folder behind fails and names it', async () => {
	const folder = await emptyFolder()
	const run = await runTests(folder, 'leaves-process-and-folder', '--config', leakyConfig)
	expect([await run.ended, run.output()]).toEqual([1, expect.stringContaining('The tests left behind:')])
	expect(run.output()).toMatch(/folder \S+\/headstart-forgotten-/)
	expect(run.output()).toMatch(/process \d+: sleep 600/)
	await expectNothingLeft(folder)
})
