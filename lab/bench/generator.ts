import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { sendFromNode } from './node-generator.ts'

/** What to request. Each connection sends its next request as soon as the last one is answered, or `pauseMs` later. */
export interface Load {
	url: string
	headers?: Readonly<Record<string, string>>
	/** 32 by default. */
	connections?: number
	/** How long each connection waits before it sends its next request, in milliseconds; not at all by default. */
	pauseMs?: number
	/** What to post; without it, `GET` requests are sent. */
	post?: Posts
}

interface Posts {
	/** Sent in turn, then again from the first one. */
	bodies: readonly string[]
	/**
	 * If set, `bodies` is a queue that is not repeated. If `find` captures something in an answer, `body` is added to the end of the
	 * queue, with `%s` replaced by what was captured.
	 */
	next?: { find: string; body: string }
}

const generatedSchema = z.object({
	/** How many requests were answered with a status below 400. */
	answered: z.number(),
	/** Other statuses, lost connections and time-outs. */
	failures: z.number(),
	/** The part of `failures` that was answered, with a status of 400 or above. */
	refused: z.number(),
	perSecond: z.number(),
	bytesPerSecond: z.number(),
	p50Ms: z.number(),
	p95Ms: z.number(),
	p99Ms: z.number(),
})

export type Generated = z.infer<typeof generatedSchema>

const wrk = (
	process.platform === 'linux'
		? ['/usr/bin/wrk', '/usr/local/bin/wrk']
		: ['/opt/homebrew/bin/wrk', '/usr/local/bin/wrk']
).find((path) => existsSync(path))
/** The program that sends the requests. */
export const generator = wrk === undefined ? 'Node' : 'wrk'
const longestSeconds = 10

/**
 * Sends a load to this machine for some seconds. Without `wrk`, it uses a generator in Node. That is slower than the servers it
 * measures.
 */
export async function generate(load: Load, seconds: number): Promise<Generated> {
	const url = new URL(load.url)
	if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
	if (url.hostname !== '127.0.0.1') throw new Error('a bench may only load this machine')
	if (seconds > longestSeconds) throw new Error(`a round takes at most ${longestSeconds} seconds`)
	const local = { ...load, url: url.href }
	return wrk === undefined ? await sendFromNode(local, seconds) : await runWrk(wrk, local, seconds)
}

async function runWrk(
	program: string,
	{ url, headers = {}, connections = 32, pauseMs, post }: Load,
	seconds: number,
): Promise<Generated> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-wrk-'))
	try {
		const script = join(folder, 'load.lua')
		const delay = pauseMs === undefined ? '' : `function delay() return ${Math.round(pauseMs)} end\n`
		await writeFile(script, `${post === undefined ? '' : scriptOf(post)}${delay}${summary}`)
		const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
		const { stdout } = await promisify(execFile)(program, [
			...['-t1', `-c${connections}`, `-d${seconds}`, '--timeout', '5', '-s', script],
			...options,
			url,
		])
		return generatedSchema.parse(JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? 'null'))
	} finally {
		await rm(folder, { recursive: true })
	}
}

const summary = `
function done(all, latency)
	local failures = all.errors.connect + all.errors.read + all.errors.write + all.errors.timeout + all.errors.status
	local seconds = all.duration / 1e6
	local answered = all.requests - all.errors.status
	io.write(string.format('RESULT {"answered":%d,"failures":%d,"refused":%d,"perSecond":%f,"bytesPerSecond":%f,"p50Ms":%f,"p95Ms":%f,"p99Ms":%f}\\n',
		answered, failures, all.errors.status, answered / seconds, all.bytes / seconds,
		latency:percentile(50) / 1e3, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3))
end
`

/** Returns the Lua code that posts. A thread of `wrk` has one queue for all its connections. */
function scriptOf({ bodies, next }: Posts): string {
	const list = bodies.map(inLua).join(',\n')
	const follow =
		next &&
		`
function response(status, headers, body)
	local found = string.match(body, ${inLua(next.find)})
	if found then
		last = last + 1
		bodies[last] = string.format(${inLua(next.body)}, found)
	end
end
`
	return `
wrk.method = 'POST'
local bodies = {${list}}
local at, last = 0, #bodies
function request()
	at = ${next === undefined ? 'at % last + 1' : 'math.min(at + 1, last)'}
	local body = bodies[at]
	${next === undefined ? '' : 'bodies[at - 1] = nil'}
	return wrk.format(nil, nil, nil, body)
end
${follow ?? ''}
`
}

function inLua(text: string): string {
	return `[==[${text}]==]`
}
