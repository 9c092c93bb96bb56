import { z } from 'zod'
import { withClient } from '#server/operations/doctor/check-database.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { type FileStore, storedName } from '#server/shop/files/file-store.ts'
import { counted } from '#shared/wording.ts'

const about = 'Pictures'
/** How many pictures a finding names. */
const mostNamed = 5

const fileSchema = z.object({
	title: z.string(),
	/** Null if the database knows no files of the picture. */
	name: z.string().nullable(),
	sha256: z.string().nullable(),
})

/** Checks that the files of every uploaded picture, also of those that parts are cut from, are in the store. */
export async function checkPictures(jobsUrl: string, files: FileStore): Promise<Finding[]> {
	const { rows } = await withClient(jobsUrl, (jobs) =>
		jobs.query(`
			select coalesce(p.name, p.alt) as title, o.name, o.sha256
			from shop.pictures p cross join lateral unnest(array[coalesce(p.shown, p.id), p.original ->> 'id']) f (id)
				left join storage.objects o on o.bucket_id = 'pictures' and left(o.name, 32) = f.id
			where f.id is not null`),
	)
	if (rows.length === 0) return []
	const stored = new Set(await files.list(''))
	const lost = rows
		.map((row) => fileSchema.parse(row))
		.filter(({ name, sha256 }) => name === null || sha256 === null || !stored.has(storedName(name, sha256)))
	if (lost.length === 0)
		return [{ level: 'ok', about, says: 'the files of all uploaded pictures are in the store' }]
	const titles = [...new Set(lost.map(({ title }) => title))]
	return [
		{
			level: 'error',
			about,
			says: `files of ${counted(titles.length, 'uploaded picture')} are missing from the store: ${titles.slice(0, mostNamed).join(', ')}${titles.length > mostNamed ? ' …' : ''}`,
			todo: 'Replace them in Words, Media, or restore the store from a backup.',
		},
	]
}
