import { EventEmitter, once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '#server/log.ts'

async function folder(): Promise<string> {
	const dir = await mkdtemp(join(tmpdir(), 'headstart-log-'))
	onTestFinished(() => rm(dir, { recursive: true, force: true }))
	return dir
}

/** Writes numbered lines, a few at a time as a shop does. */
async function fill(file: string, lines: number, mostBytes?: number): Promise<void> {
	const log = openLog({ level: 'info', file, ...(mostBytes === undefined ? {} : { mostBytes }) })
	for (let number = 0; number < lines; number += 1) {
		log.info({ number }, 'line')
		if (number % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
	}
	// Said when nothing waits to be written any more. The last line has just begun to wait, so it is still to come.
	const destination: unknown = Reflect.get(log, pino.symbols.streamSym)
	if (!(destination instanceof EventEmitter)) throw new Error('a log without a destination')
	await once(destination, 'drain')
}

const numbersIn = (text: string) =>
	Array.from(text.matchAll(/"number":(\d+)/g), ([, number]) => Number(number))

test('a log that has grown is put aside, and what both files hold is the newest without a gap', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await fill(file, 2_000, 20_000)
	expect((await readdir(dir)).toSorted()).toEqual(['shop.log', 'shop.log.1'])
	const texts = await Promise.all([`${file}.1`, file].map((path) => readFile(path, 'utf8')))
	// A burst of lines is written at once, so a file may be that much longer.
	for (const text of texts) expect(text.length).toBeLessThan(30_000)
	const numbers = texts.flatMap(numbersIn)
	expect(numbers.at(-1)).toBe(1_999)
	expect(numbers).toEqual(Array.from(numbers, (_, index) => (numbers[0] ?? 0) + index))
})

test('a log within its size stays one file, and goes on where an earlier run left it', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await fill(file, 30)
	await fill(file, 30)
	expect(await readdir(dir)).toEqual(['shop.log'])
	expect(numbersIn(await readFile(file, 'utf8'))).toHaveLength(60)
})

test('what an earlier run left counts', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await writeFile(file, 'x'.repeat(19_990))
	await fill(file, 10, 20_000)
	expect(await readdir(dir)).toContain('shop.log.1')
})

test('a log that cannot be put aside is gone on with', async () => {
	const dir = await folder()
	const file = join(dir, 'shop.log')
	await mkdir(join(`${file}.1`, 'in-the-way'), { recursive: true })
	await fill(file, 400, 5_000)
	expect(numbersIn(await readFile(file, 'utf8'))).toHaveLength(400)
})
