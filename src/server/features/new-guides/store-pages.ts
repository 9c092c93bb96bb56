import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import { storePicture } from '#server/features/media/store-picture.ts'
import { DecisionError, type Recorded } from '#server/shop/plan.ts'
import type { ProductDocument } from '#shared/content/documents.ts'
import { oneLine } from './free-chapter.ts'
import type { InspectedFile } from './inspected-file.ts'

/** A picture of a new guide, before it is known what its file is called. */
export type PagePicture = Omit<ProductDocument['gallery'][number], 'source'>

/**
 * Re-encodes and stores the pictures of a file's first pages. The first is its cover. One that can't be shown is left out: the shop then
 * draws a cover. The record of the guide is also that of its pictures.
 */
export async function storePages(
	{ database, files }: Pick<AdminDependencies, 'database' | 'files'>,
	{ pictures, sections }: Pick<InspectedFile, 'pictures' | 'sections'>,
	{ title, by }: { title: string; by: string },
): Promise<PagePicture[]> {
	const unrecorded: Recorded = async (execute) =>
		await database.asServer(async (tx) => (await execute(tx, '')).answer)
	const stored: PagePicture[] = []
	// One after another, so that several guides at a time don't keep each other from being read.
	for (const { page, bytes } of pictures) {
		const chapter = sections.findLast((section) => section.page !== null && section.page <= (page ?? 0))
		const isCover = stored.length === 0 && (page ?? 1) === 1
		const alt = oneLine(
			isCover
				? `Cover of “${title}”.`
				: `Page ${page} of “${title}”${chapter === undefined ? '' : `, in the chapter “${chapter.title}”`}.`,
			300,
		)
		const name = oneLine(isCover ? `${title}, cover` : `${title}, page ${page}`, 200)
		try {
			const { id, width, height } = await storePicture(
				{ database, files },
				{ bytes, name, alt, by },
				unrecorded,
			)
			const kind = isCover ? 'cover' : 'page'
			if (stored.some(({ name }) => name === id)) continue
			stored.push({ name: id, kind, page: page ?? 1, alt, caption: null, width, height })
		} catch (error) {
			if (!(error instanceof DecisionError)) throw error
		}
	}
	return stored
}
