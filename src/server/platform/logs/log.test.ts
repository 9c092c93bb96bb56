import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Env } from '#server/platform/http/handle.ts'
import { requestFrame } from '#server/platform/http/request-frame.ts'
import { openLog, openLogDestination } from '#server/platform/logs/log.ts'

async function folder(): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'headstart-log-'))
	onTestFinished(() => rm(dir, { recursive: true, force: true }))
	return dir
}

/** Writes numbered lines, a few at a time as a shop does. */
async function fill(file: string, lines: number, mostBytes?: number): Promise<void> {
	const log = openLog({
		level: 'info',
		destination: openLogDestination(file, mostBytes === undefined ? {} : { mostBytes }),
	})
	for (let number = 0; number < lines; number += 1) {
		log.info({ number }, 'line')
		if (number % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
	}
	await written(log)
}

/** Waits until every line has been written: the first flush only waits for a write that is under way. */
async function written(log: Logger): Promise<void> {
	const flush = promisify(log.flush.bind(log))
	await flush()
	await flush()
}

const numbersIn = (text: string) =>
	Array.from(text.matchAll(/"number":(\d+)/g), ([, number]) => Number(number))

test('a log that reaches its limit is rotated without a gap between the two files', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await fill(file, 2_000, 20_000)
	expect((await readdir(dir)).toSorted()).toEqual(['shop.log', 'shop.log.1'])
	const texts = await Promise.all([`${file}.1`, file].map((path) => readFile(path, 'utf8')))
	// Lines that wait are written in one go, at most 16 kB of them, so a file may exceed its limit by that much.
	for (const text of texts) expect(text.length).toBeLessThan(20_000 + 16_384)
	const numbers = texts.flatMap(numbersIn)
	expect(numbers.at(-1)).toBe(1_999)
	expect(numbers).toEqual(Array.from(numbers, (_, index) => (numbers[0] ?? 0) + index))
})

test('a line is written without waiting for further lines', async () => {
	const file = join(await folder(), 'shop.log')
	const log = openLog({ level: 'info', destination: openLogDestination(file) })
	log.info({ number: 1 }, 'line')
	await expect.poll(async () => numbersIn(await readFile(file, 'utf8'))).toEqual([1])
	log.info({ number: 2 }, 'line')
	await expect.poll(async () => numbersIn(await readFile(file, 'utf8'))).toEqual([1, 2])
})

test('a log below its limit stays one file, and a later run appends to it', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await fill(file, 30)
	await fill(file, 30)
	expect(await readdir(dir)).toEqual(['shop.log'])
	expect(numbersIn(await readFile(file, 'utf8'))).toHaveLength(60)
})

test('lines from an earlier run count towards the limit', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await writeFile(file, 'x'.repeat(19_990))
	await fill(file, 10, 20_000)
	expect(await readdir(dir)).toContain('shop.log.1')
})

test('logging continues if the log cannot be rotated', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await mkdir(join(`${file}.1`, 'in-the-way'), { recursive: true })
	await fill(file, 400, 5_000)
	expect(numbersIn(await readFile(file, 'utf8'))).toHaveLength(400)
})

/** Returns the contents of the file after `write` has logged to it. */
async function logged(write: (log: Logger) => unknown): Promise<string> {
	const file = join(await folder(), 'shop.log')
	const log = openLog({ level: 'info', destination: openLogDestination(file) })
	await write(log)
	await written(log)
	return await readFile(file, 'utf8')
}

test('a line never exceeds 8,192 characters, whatever it contains', async () => {
	const text = await logged((log) => {
		log.info({ path: 'x'.repeat(15_000), kept: 'short', err: new Error('y'.repeat(20_000)) }, 'long texts')
		log.info(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [index, 'value'])), 'many texts')
		log.info({ path: '\u202e'.repeat(8_000) }, 'turned around')
	})
	const lines = text.trimEnd().split('\n')
	expect(lines).toHaveLength(3)
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(8_192)
	expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kept: 'short', msg: 'long texts' })
	for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})

test('terminal control characters and text-direction characters are escaped without changing the value', async () => {
	const path = '/a\u001b[2J\u007f\u009b1m\u202egpj.exe\u2066\u200b\u2028\u{e0041}/café'
	const text = await logged((log) => log.info({ path }, 'request'))
	expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
	expect(text).toContain('café')
	expect(JSON.parse(text)).toMatchObject({ path })
})

test('only the start of a long path is logged', async () => {
	const text = await logged(async (log) => {
		const app = new Hono<Env>()
		app.use(requestFrame({ siteUrl: 'https://shop.example', trustedProxies: [], log }))
		await app.request(`/${'x'.repeat(15_000)}`)
		await app.request('/%E2%80%AEgpj.exe%1B[2J')
	})
	const [long = '', odd = ''] = text.split('\n')
	expect(JSON.parse(long)).toMatchObject({ path: `/${'x'.repeat(199)}`, status: 404 })
	expect(long.length).toBeLessThan(500)
	expect(odd).toMatch(/\\u202egpj\.exe\\u001b\[2J/)
})

test('only its owner may read the log', async () => {
	const file = join(await folder(), 'shop.log')
	await fill(file, 1)
	expect((await stat(file)).mode & 0o077).toBe(0)
})

test('the logs of an earlier release, which everybody could read, become private when the log is opened', async () => {
	const file = join(await folder(), 'shop.log')
	for (const kept of [file, `${file}.1`]) await writeFile(kept, 'a line\n', { mode: 0o644 })
	await fill(file, 1)
	for (const kept of [file, `${file}.1`]) expect((await stat(kept)).mode & 0o777, kept).toBe(0o600)
})
