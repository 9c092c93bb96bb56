import { z } from 'zod'
import { withClient } from '#server/operations/doctor/check-database.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { filesOf } from '#server/shop/files/load-goods.ts'
import type { Product } from '#shared/catalogue-schema.ts'

const objectSchema = z.object({ name: z.string(), size: z.coerce.number(), sha256: z.string() })

/**
 * Checks that every file on offer is in the store, complete and readable. Uses the jobs login, because row level security hides
 * the rows from the database owner.
 */
export async function checkFiles(
	jobsUrl: string,
	files: FileStore,
	catalogue: readonly Product[],
): Promise<Finding[]> {
	const about = 'Files'
	const { rows } = await withClient(jobsUrl, (jobs) =>
		jobs.query("select name, size, sha256 from storage.objects where bucket_id = 'pdfs'"),
	)
	const known = new Map(rows.map((row) => objectSchema.parse(row)).map((object) => [object.name, object]))
	const wanted = catalogue
		.filter(({ comingSoon }) => !comingSoon)
		.flatMap((product) => filesOf(product).map((name) => ({ title: product.title, name })))
	const findings: Finding[] = []
	for (const { title, name } of wanted) {
		const object = known.get(name)
		const stored = object && (await files.open(storedName(object.name, object.sha256)))
		const bytes = stored === undefined ? undefined : await firstBytes(stored)
		if (bytes !== undefined && stored?.size === object?.size) continue
		findings.push({
			level: 'error',
			about,
			says: `${name} (${title}) ${object === undefined ? 'is not in the store' : 'cannot be read completely'}`,
			todo: 'Put it into goods/ and restart the shop, or upload it again; until then nobody can download it.',
		})
	}
	if (findings.length > 0) return findings
	return [
		{
			level: 'ok',
			about,
			says: `all ${wanted.length} files on offer are in the store and can be read`,
		},
	]
}

async function firstBytes(stored: Awaited<ReturnType<FileStore['open']>>): Promise<number | undefined> {
	const bytes = await stored?.read({ start: 0, end: 0 }).catch(() => undefined)
	if (bytes === undefined) return undefined
	if (bytes instanceof Uint8Array) return bytes.length
	const reader = bytes.getReader()
	const { value } = await reader.read()
	await reader.cancel()
	return value?.length
}
