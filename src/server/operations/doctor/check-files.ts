import { z } from 'zod'
import { withClient } from '#server/operations/doctor/check-database.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { filesOf } from '#server/shop/files/product-files.ts'
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
		const fault = object === undefined ? 'is not in the store' : await faultOf(stored, object.size)
		if (fault === undefined) continue
		findings.push({
			level: 'error',
			about,
			says: `${name} (${title}) ${fault}`,
			todo: 'Put it into goods/ and restart the shop, or upload it again; until then nobody can download it.',
		})
	}
	const [first] = findings
	// One cause, such as a folder without permission, is said once.
	if (first !== undefined && findings.length > 1 && findings.length === wanted.length)
		return [
			{
				level: 'error',
				about,
				says: `none of the ${wanted.length} files on offer can be read; for example ${first.says}`,
				todo: 'Check that DATA_DIR or STORAGE_URL is that of the shop, and that this user may read it. Then restart the shop.',
			},
		]
	if (findings.length > 0) return findings
	return [
		{
			level: 'ok',
			about,
			says: `all ${wanted.length} files on offer are in the store and can be read`,
		},
	]
}

/** Says what is wrong with a stored file; undefined if nothing is. */
async function faultOf(
	stored: Awaited<ReturnType<FileStore['open']>>,
	size: number,
): Promise<string | undefined> {
	if (stored === undefined) return 'is missing from the store'
	if (stored.size !== size) return `has ${stored.size} bytes instead of ${size}`
	try {
		const bytes = await stored.read({ start: 0, end: 0 })
		if (bytes instanceof Uint8Array) return undefined
		const reader = bytes.getReader()
		await reader.read()
		await reader.cancel()
		return undefined
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
		return `cannot be read (${cause instanceof Error ? cause.message : String(cause)})`
	}
}
