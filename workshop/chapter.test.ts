import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import { rootDir } from '../scripts/setup/run.mjs'
import { unpackArchive } from './archive.ts'
import type { DeliveredFile } from './built-data.ts'
import { buildChapter } from './chapter.ts'
import { readGallery } from './pictures.ts'
import type { Recipe } from './recipe.ts'
import { compilePdf } from './typst.ts'

const released = catalogue.filter(({ comingSoon }) => !comingSoon)

describe.each(released)('the free chapter of $shortTitle', async ({ slug, pdfFileName, previewContent }) => {
	const { recipe }: { recipe: Recipe } = await import(`./${slug}/recipe.ts`)
	const built = await buildChapter(
		slug,
		recipe,
		await deliveredFiles(pdfFileName, ...previewContent.furtherFiles.map(({ name }) => name)),
	)
	if (built === undefined) return

	it('matches the delivered PDF word for word, and was built from the current source', async () => {
		// `buildChapter` throws if the chapter differs from the PDF.
		const { chapter } = await import(`../catalogue/${slug}/chapter.ts`)
		expect(chapter).toEqual(built.facts)
		expect(await readFile(new URL(`../catalogue/${slug}/chapter.html`, import.meta.url), 'utf8')).toBe(
			built.html,
		)
		expect(built.facts.words).toBeGreaterThan(200)
	})

	it('has every page in the viewer', async () => {
		const { gallery } = await readGallery(slug)
		for (const page of built.facts.pages) {
			expect(gallery).toContainEqual(
				expect.objectContaining({ source: built.facts.file, page, kind: 'page' }),
			)
		}
	})

	it('starts its headings at the third level and skips no level', () => {
		const levels = Array.from(built.html.matchAll(/<h(\d)/g), ([, level]) => Number(level))
		expect(levels.filter((level, index) => level > (levels[index - 1] ?? 2) + 1)).toEqual([])
		expect(levels.every((level) => level > 2)).toBe(true)
	})
})

it('the build stops if the chapter is missing from the PDF or differs from it', async () => {
	const { recipe }: { recipe: Recipe } = await import('./student-guide/recipe.ts')
	const build = (title: string, bytes: Uint8Array) => {
		const file = 'StudentGuide.pdf'
		return buildChapter('student-guide', { ...recipe, chapter: { file, title } }, [{ name: file, bytes }])
	}
	const [guide] = await deliveredFiles('StudentGuide.pdf')
	const [other] = await deliveredFiles('StartupBlueprint.pdf')
	if (guide === undefined || other === undefined) throw new Error('a file is missing')
	await expect(build('No such chapter', guide.bytes)).rejects.toThrow('There is no chapter')
	await expect(build('The first week', other.bytes)).rejects.toThrow('There is no chapter')
	const changed = await compileChanged('student-guide/guide.typ', 'Seven jobs', 'Eight jobs')
	await expect(build('The first week', changed)).rejects.toThrow(
		/differs between page and PDF: .*Seven.*Eight/,
	)
})

/** Compiles a changed copy of a guide. The compiler reads only files inside the clone. */
async function compileChanged(source: string, before: string, after: string): Promise<Uint8Array> {
	const folder = await mkdtemp(join(rootDir, 'node_modules', '.changed-guide-'))
	try {
		const text = await readFile(new URL(source, import.meta.url), 'utf8')
		await writeFile(join(folder, 'guide.typ'), text.replace(before, after))
		return compilePdf(relative(rootDir, join(folder, 'guide.typ')), 'a4')
	} finally {
		await rm(folder, { recursive: true })
	}
}

async function deliveredFiles(...fileNames: (string | null)[]): Promise<DeliveredFile[]> {
	const delivered: DeliveredFile[] = []
	for (const name of fileNames) {
		if (name === null) continue
		const bytes = new Uint8Array(await readFile(new URL(`../goods/${name}`, import.meta.url)))
		delivered.push(...(name.endsWith('.zip') ? unpackArchive(bytes) : [{ name, bytes }]))
	}
	return delivered
}
