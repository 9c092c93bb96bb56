import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type LimitedTask, runLimited } from './run-limited.ts'

const output = z.object({ sizes: z.array(z.int()).optional(), seen: z.unknown().optional() })
const task: LimitedTask<z.output<typeof output>> = {
	module: new URL('./testing/try-limits.ts', import.meta.url),
	output,
	seconds: 60,
	megabytes: 256,
	mostBytes: 1_000_000,
}
const attempt = async (does: string, value?: string) =>
	(await runLimited(task, { does, value }, [])).output.seen

test('a child gets JSON and files, and returns JSON and files', async () => {
	const sent = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(500_000).fill(7)]
	const { output, files } = await runLimited(task, { does: 'turn around' }, sent)
	expect(output).toEqual({ sizes: [3, 0, 500_000] })
	expect(files.map((bytes) => [...bytes.subarray(0, 3)])).toEqual([[3, 2, 1], [], [7, 7, 7]])
	expect(await runLimited(task, { does: 'print', value: 'noise' }, [])).toMatchObject({
		output: { sizes: [] },
	})
})

test('a child refuses a file with a sentence', async () => {
	await expect(runLimited(task, { does: 'refuse', value: 'It is a fish.' }, [])).rejects.toMatchObject({
		name: 'UnreadableFile',
		reason: 'refused',
		message: 'It is a fish.',
	})
})

test.each([
	{ does: 'run on', limits: { seconds: 1 }, reason: 'too-long' },
	{ does: 'fill the heap', limits: { megabytes: 160 }, reason: 'too-much-memory' },
	{ does: 'fill buffers', limits: {}, reason: 'too-much-memory' },
	{ does: 'return much', value: '1200000', limits: {}, reason: 'too-much-output' },
	{ does: 'return something else', limits: {}, reason: 'crashed' },
	{ does: 'exit', limits: {}, reason: 'crashed' },
	{ does: 'crash', limits: {}, reason: 'crashed' },
	{ does: 'nothing that there is', limits: {}, reason: 'crashed' },
])('a child that would $does is stopped: $reason', async ({ does, value, limits, reason }) => {
	await expect(runLimited({ ...task, ...limits }, { does, value }, [])).rejects.toMatchObject({
		name: 'UnreadableFile',
		reason,
		message: expect.stringMatching(/^[A-Z].+\.$/),
	})
})

test('a child sees no secrets, writes nothing and starts nothing', async () => {
	process.env.STRIPE_SECRET_KEY = 'sk_test_x'
	expect(await attempt('environment')).not.toContain('STRIPE_SECRET_KEY')
	const folder = mkdtempSync(join(tmpdir(), 'child-'))
	expect(await attempt('read', join(folder, '.env'))).toBe('ERR_ACCESS_DENIED')
	expect(await attempt('read', new URL('../../../../.npmrc', import.meta.url).pathname)).toBe(
		'ERR_ACCESS_DENIED',
	)
	expect(await attempt('read', new URL('../../../../package.json', import.meta.url).pathname)).toBe('done')
	expect(await attempt('write', join(folder, 'x'))).toBe('ERR_ACCESS_DENIED')
	expect(await attempt('start a program')).toBe('ERR_ACCESS_DENIED')
})

function mayHaveOwnNetwork(): boolean {
	try {
		execFileSync('unshare', ['-rn', 'true'], { stdio: 'ignore' })
		return true
	} catch {
		return false
	}
}

test.runIf(mayHaveOwnNetwork())('a child reaches no network', async () => {
	const server = createServer((socket) => socket.on('error', () => {}).end())
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('no port')
	expect(await attempt('connect', String(address.port))).not.toBe('done')
	server.close()
})

test('of many files at once, some are read and the others are told to wait', async () => {
	const all = await Promise.allSettled(Array.from({ length: 15 }, () => attempt('environment')))
	const refused = all.filter((one) => one.status === 'rejected')
	expect(refused.length).toBeGreaterThan(0)
	expect(all.length - refused.length).toBeGreaterThanOrEqual(10)
	for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'too-busy' })
})
