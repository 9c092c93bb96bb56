import { appendFile, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalogue as offered } from '#catalogue/index.ts'
import { createBucketStore } from '#server/adapters/files/bucket-store.ts'
import { createDiskStore } from '#server/adapters/files/disk-store.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { startTestBucket } from '#test/bucket.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'
import { loadGoods } from './load-goods.ts'

const world = await useWorld()
let folder: string
let goodsDir: string
let storeDir: string
const said: string[] = []

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-goods-'))
	goodsDir = await mkdtemp(join(folder, 'goods-'))
	storeDir = join(folder, 'store')
	await writeFile(join(goodsDir, 'StudentGuide.pdf'), '%PDF-1.7 first edition')
	await writeFile(join(goodsDir, 'CV.zip'), 'PK\u0003\u0004 the kit')
	await writeFile(join(goodsDir, 'private-notes.pdf'), '%PDF-1.7 not for the shop')
	await world.database.query(sql`delete from storage.objects`)
	return async () => await rm(folder, { recursive: true })
})

/** The products, with their main files only. */
const catalogue = offered.map((product) => ({
	...product,
	previewContent: { ...product.previewContent, furtherFiles: [] },
	earlierEditions: [],
}))
/** The two products whose files are in the folder of goods. */
const stocked = catalogue.filter(({ pdfFileName }) =>
	['StudentGuide.pdf', 'CV.zip'].includes(pdfFileName ?? ''),
)

/** Loads the goods as the server does when it starts, and returns the messages. */
async function start(
	sold: readonly Product[] = stocked,
	files = createDiskStore(storeDir),
): Promise<string[]> {
	said.length = 0
	await loadGoods({
		database: world.database,
		files,
		goodsDir,
		catalogue: sold,
		log: (line) => said.push(line),
	})
	return said
}

async function stored(name: string): Promise<string | undefined> {
	const [row] = await world.database.query(
		sql`select sha256 from storage.objects where name = ${name}`,
		z.object({ sha256: z.string() }),
	)
	if (row === undefined) return undefined
	const file = await createDiskStore(storeDir).open(`${row.sha256.slice(0, 32)}-${name}`)
	return file && (await new Response(await file.read()).text())
}

test('only the files of products are put into the store', async () => {
	expect(await start()).toEqual([
		'Put StudentGuide.pdf into the private store.',
		'Put CV.zip into the private store.',
	])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 first edition')
	expect(
		await world.database.query(sql`select name, size, content_type from storage.objects order by name`),
	).toEqual([
		{ name: 'CV.zip', size: 12, content_type: 'application/zip' },
		{ name: 'StudentGuide.pdf', size: 22, content_type: 'application/pdf' },
	])
	expect(await readdir(storeDir)).toHaveLength(2)
})

describe('a product without a stored file', () => {
	test('prevents the server from starting, with a message that names every such product', async () => {
		const refused = await start(catalogue).catch(String)
		expect(refused).toContain('"Student Budget Planner" (MonthlyBudget.zip)')
		expect(refused).toContain('"The Startup Blueprint: From Idea to Landing Page" (StartupBlueprint.pdf)')
		expect(refused).toContain(goodsDir)
		for (const { title } of stocked) expect(refused).not.toContain(title)
	})

	test('prevents the server from starting even if only one of its other formats is missing', async () => {
		const [guide] = offered
		if (guide === undefined) throw new Error('the catalogue is empty')
		await expect(start([guide])).rejects.toThrow('"Student Guide" (StudentGuide-phone.pdf)')
	})

	test('does not prevent the server from starting while it is coming soon', async () => {
		const soon = catalogue.map((product) =>
			stocked.includes(product) ? product : { ...product, comingSoon: true },
		)
		await expect(start(soon)).resolves.toBeDefined()
	})

	test('prevents the server from starting even if the file was stored before and has disappeared', async () => {
		await start()
		await rm(join(goodsDir, 'CV.zip'))
		await expect(start()).resolves.toEqual([])
		await rm(await storedPath('CV.zip'))
		await expect(start()).rejects.toThrow(/"CV Secrets No One Tells You" \(CV\.zip\)/)
	})

	test('prevents the server from starting even if the file was in the bucket and has disappeared', async () => {
		const bucket = await startTestBucket()
		try {
			const files = createBucketStore({ ...bucket.settings, spoolDir: join(folder, 'spool') })
			await start(stocked, files)
			await rm(join(goodsDir, 'CV.zip'))
			await expect(start(stocked, files)).resolves.toEqual([])
			const [row] = await world.database.query(
				sql`select sha256 from storage.objects where name = 'CV.zip'`,
				z.object({ sha256: z.string() }),
			)
			await files.remove(storedName('CV.zip', row?.sha256 ?? ''))
			await expect(start(stocked, files)).rejects.toThrow('"CV Secrets No One Tells You" (CV.zip)')
		} finally {
			await bucket.close()
		}
	})
})

test('a second start has nothing to do', async () => {
	await start()
	expect(await start()).toEqual([])
})

test('a new edition replaces the old one', async () => {
	await start()
	await writeFile(join(goodsDir, 'StudentGuide.pdf'), '%PDF-1.7 second edition')
	expect(await start()).toEqual(['Put StudentGuide.pdf into the private store.'])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 second edition')
	expect(await readdir(storeDir)).toHaveLength(2)
})

test('a server that has just read the row of the edition before can still open it', async () => {
	await start()
	const former = await storedPath('StudentGuide.pdf')
	await writeFile(join(goodsDir, 'StudentGuide.pdf'), '%PDF-1.7 second edition')
	const loaded = start()
	await expect.poll(() => stored('StudentGuide.pdf')).toBe('%PDF-1.7 second edition')
	expect(await readFile(former, 'utf8')).toBe('%PDF-1.7 first edition')
	await loaded
	await expect(readFile(former)).rejects.toThrow('ENOENT')
})

test('an edition that another server puts back meanwhile is not removed', async () => {
	await start()
	const newer = await mkdtemp(join(folder, 'newer-'))
	await writeFile(join(newer, 'StudentGuide.pdf'), '%PDF-1.7 second edition')
	const common = { database: world.database, catalogue: stocked, log: () => {} }
	const one = loadGoods({ ...common, files: createDiskStore(storeDir), goodsDir: newer })
	await expect.poll(() => stored('StudentGuide.pdf')).toBe('%PDF-1.7 second edition')
	await Promise.all([one, start()])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 first edition')
	expect((await readdir(storeDir)).filter((name) => name.endsWith('StudentGuide.pdf'))).toHaveLength(1)
})

async function storedPath(name: string): Promise<string> {
	return join(storeDir, (await readdir(storeDir)).find((file) => file.endsWith(name)) ?? '')
}

test.each([
	['missing', (path: string) => rm(path)],
	['cut short', (path: string) => truncate(path, 10)],
	['too long', (path: string) => appendFile(path, 'x')],
	[
		'overwritten',
		async (path: string) => {
			await writeFile(path, '%PDF-1.7 first forgery')
			const soon = new Date(Date.now() + 60_000)
			await utimes(path, soon, soon)
		},
	],
])('a stored file that is %s is repaired', async (_, damage) => {
	await start()
	await damage(await storedPath('StudentGuide.pdf'))
	expect(await start()).toEqual(['Repaired StudentGuide.pdf in the private store.'])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 first edition')
})

test('a stored file of which only the date has changed is left alone', async () => {
	await start()
	const soon = new Date(Date.now() + 60_000)
	await utimes(await storedPath('StudentGuide.pdf'), soon, soon)
	expect(await start()).toEqual([])
})

test('a file that the owner uploaded stays until a new edition comes with a release', async () => {
	await start()
	await loadOwners('%PDF-1.7 the owner’s own')
	expect(await start()).toEqual([])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 the owner’s own')
	await writeFile(join(goodsDir, 'StudentGuide.pdf'), '%PDF-1.7 third edition')
	expect(await start()).toEqual(['Put StudentGuide.pdf into the private store.'])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 third edition')
})

/** Uploads a file as the owner through the Storage API, then puts the same bytes into the store under test. */
async function loadOwners(text: string): Promise<void> {
	const { error } = await serviceRoleClient(world)
		.storage.from('pdfs')
		.upload('StudentGuide.pdf', Buffer.from(text), { upsert: true })
	expect(error).toBeNull()
	const [row] = await world.database.query(
		sql`select sha256 from storage.objects where name = 'StudentGuide.pdf'`,
		z.object({ sha256: z.string() }),
	)
	await createDiskStore(storeDir).put(`${row?.sha256.slice(0, 32)}-StudentGuide.pdf`, Buffer.from(text))
}

test('a file whose contents do not match its name prevents the server from starting', async () => {
	await writeFile(join(goodsDir, 'CV.zip'), '<html>')
	await expect(start()).rejects.toThrow(/CV\.zip is damaged/)
})

test('two servers that start together with different editions leave one complete edition', async () => {
	await start()
	const newer = await mkdtemp(join(folder, 'newer-'))
	await writeFile(join(newer, 'StudentGuide.pdf'), '%PDF-1.7 second edition')
	const files = createDiskStore(storeDir)
	const reached = Promise.withResolvers<void>()
	const slow: FileStore = {
		...files,
		remove: async (name) => {
			reached.resolve()
			await new Promise((resolve) => setTimeout(resolve, 300))
			await files.remove(name)
		},
	}
	const common = { database: world.database, catalogue: stocked, log: () => {} }
	const one = loadGoods({ ...common, files: slow, goodsDir: newer })
	await reached.promise
	await Promise.all([one, loadGoods({ ...common, files, goodsDir })])
	expect(await stored('StudentGuide.pdf')).toBe('%PDF-1.7 first edition')
	expect((await readdir(storeDir)).filter((name) => name.endsWith('StudentGuide.pdf'))).toHaveLength(1)
})
