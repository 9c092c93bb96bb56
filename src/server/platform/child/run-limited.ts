import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import PQueue from 'p-queue'
import { z } from 'zod'
import { readFrame, writeFrame } from './frame.ts'
import { UnreadableFile, type UnreadableReason } from './unreadable-file.ts'

/**
 * The work that a module does in a child process; the module exports it as `work`. The input has been through JSON. To refuse a file
 * with a sentence, it throws `UnreadableFile`.
 */
export type ChildWork<Input, Output> = (
	input: Input,
	files: readonly Uint8Array[],
) => Promise<{ output: Output; files?: readonly Uint8Array[] }>

/** Work that is done in a process of its own, because it reads files that may be hostile. */
export interface LimitedTask<Output> {
	/** The module that exports the work. */
	module: URL
	/** What the work returns. The child's word is not taken for it. */
	output: z.ZodType<Output>
	/** How much time of a processor it may use. On a busy machine it may take four times as long, because it runs at a lower priority. */
	seconds: number
	/** How much memory it may use, everything counted. JavaScript gets half. */
	megabytes: number
	/** How many bytes it may return. */
	mostBytes: number
	/** Files and folders that it reads besides the server's code and packages. */
	reads?: readonly URL[]
}

const program = fileURLToPath(new URL('./child-program.ts', import.meta.url))
const root = new URL('../../../../', import.meta.url)
/** What every child may read: its code. Not the settings, and not the shop's data. */
const code = ['package.json', 'node_modules/', 'src/', 'build/programs/'].map((path) => new URL(path, root))

/** How many children may run at the same time on a server, and how many more may wait. */
const mostAtOnce = 2
const mostWaiting = 10
const queue = new PQueue({ concurrency: mostAtOnce })

const sentences: Readonly<Record<Exclude<UnreadableReason, 'refused'>, string>> = {
	'too-busy': 'Too many files are being read at the moment. Try again in a minute.',
	'too-long': 'Reading the file took too long, so it was stopped.',
	'too-much-memory': 'Reading the file took too much memory, so it was stopped.',
	'too-much-output': 'The file has too much in it.',
	crashed: 'The file can’t be read. It may be damaged.',
}

const answerSchema = z.object({ refusal: z.string().optional(), output: z.unknown().optional() })

/**
 * Runs a task in a child process, and returns what it has returned. The child has no environment, so no secrets; it can neither write
 * files nor start programs, and reads only the server's code. It runs at a lower priority than the server. Throws `UnreadableFile` if
 * the work refuses the file, passes a limit or ends otherwise.
 */
export async function runLimited<Output>(
	task: LimitedTask<Output>,
	input: unknown,
	files: readonly Uint8Array[],
): Promise<{ output: Output; files: readonly Uint8Array[] }> {
	if (queue.size >= mostWaiting) throw unreadable('too-busy')
	const bytes = await queue.add(() => runChild(task, input, files))
	try {
		const { json, files: made } = readFrame(bytes)
		const { refusal, output } = answerSchema.parse(json)
		if (refusal !== undefined) throw new UnreadableFile(refusal)
		return { output: task.output.parse(output), files: made }
	} catch (error) {
		throw error instanceof UnreadableFile ? error : unreadable('crashed', error)
	}
}

function unreadable(reason: Exclude<UnreadableReason, 'refused'>, cause?: unknown): UnreadableFile {
	return new UnreadableFile(sentences[reason], { reason, cause })
}

// The kernel stops the child after its processor time even if the server has ended, and at its first attempt to write a file. Where the
// kernel lets everyone make one, the child gets a network of its own, in which there is nothing.
const limitedShell = `
ulimit -S -t "$0" && ulimit -H -t $(($0 + 5)) && ulimit -f 0 && ulimit -c 0 || exit 1
if unshare -rn true 2>/dev/null; then set -- unshare -rn "$@"; fi
exec nice -n 5 "$@"`

function start({ module, seconds, megabytes, reads = [] }: LimitedTask<unknown>): ChildProcess {
	const readable = [...code, ...reads].map((url) => `--allow-fs-read=${fileURLToPath(url)}`)
	const node = [
		process.execPath,
		...['--permission', '--allow-addons', ...readable],
		...['--disable-warning=PERM0001', '--disable-warning=ExperimentalWarning'],
		`--max-old-space-size=${Math.floor(megabytes / 2)}`,
		program,
		module.href,
	]
	return spawn('/bin/sh', ['-c', limitedShell, String(seconds), ...node], {
		cwd: '/',
		env: {},
		stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
	})
}

/** Returns what the child writes. Throws `UnreadableFile` if it passes a limit or writes nothing. */
async function runChild(
	task: LimitedTask<unknown>,
	input: unknown,
	files: readonly Uint8Array[],
): Promise<Buffer> {
	const child = start(task)
	const ended = Promise.withResolvers<void>()
	let fault: UnreadableFile | undefined
	const stop = (reason: Exclude<UnreadableReason, 'refused'>, cause?: unknown) => {
		fault ??= unreadable(reason, cause)
		child.kill('SIGKILL')
	}
	const [stdin, , stderr, answers] = child.stdio
	const chunks: Buffer[] = []
	let size = 0
	answers?.on('data', (chunk: Buffer) => {
		size += chunk.length
		// A frame has a head besides its files.
		if (size > task.mostBytes + 65_536) stop('too-much-output')
		else chunks.push(chunk)
	})
	let said = ''
	stderr?.on('data', (chunk: Buffer) => {
		said = `${said}${chunk.toString()}`.slice(-4_000)
	})
	// A child that ends early breaks its pipes; how it ended says why.
	for (const pipe of [stdin, stderr, answers]) pipe?.on('error', () => {})
	for (const piece of writeFrame({ json: input, files })) stdin?.write(piece)
	stdin?.end()
	child.once('error', (error) => {
		stop('crashed', error)
		ended.resolve()
	})
	child.once('close', (code, signal) => {
		if (signal === 'SIGXCPU') stop('too-long')
		else if (said.includes('heap out of memory')) stop('too-much-memory')
		else if (code !== 0 || size === 0)
			stop('crashed', new Error(`The child ended (${signal ?? code}): ${said}`))
		ended.resolve()
	})
	const patience = setTimeout(() => stop('too-long'), task.seconds * longestShare * 1_000)
	const watch = watchMemory(child, task.megabytes, () => stop('too-much-memory'))
	await ended.promise
	clearTimeout(patience)
	clearInterval(watch)
	if (fault !== undefined) throw fault
	return Buffer.concat(chunks)
}

/** How many times its processor time a child may take. */
const longestShare = 4

/** How often a child's memory is measured. Between two measurements it can take some 100 megabytes more. */
const measuredEveryMs = 25

function watchMemory({ pid }: ChildProcess, megabytes: number, onExcess: () => void): NodeJS.Timeout {
	let isMeasuring = false
	return setInterval(async () => {
		if (pid === undefined || isMeasuring) return
		isMeasuring = true
		if ((await kilobytesOf(pid)) > megabytes * 1_024) onExcess()
		isMeasuring = false
	}, measuredEveryMs)
}

/** Returns how much memory a process has; 0 once it has ended. */
async function kilobytesOf(pid: number): Promise<number> {
	const text = await (process.platform === 'linux'
		? readFile(`/proc/${pid}/status`, 'utf8').then((status) => /VmRSS:\s+(\d+)/.exec(status)?.[1])
		: promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).then(({ stdout }) => stdout)
	).catch(() => undefined)
	return Number(text ?? 0)
}
