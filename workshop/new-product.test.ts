import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guidePage } from '../catalogue/gallery.ts'
import { catalogue } from '../catalogue/index.ts'
import { catalogueSchema } from '../src/shared/catalogue-schema.ts'
import { addProduct } from './add-product.ts'

const list = `// A comment.
export { examPlanner } from './exam-planner/product.ts'
export { studentGuide } from './student-guide/product.ts'
`

let root: string
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), 'headstart-product-'))
	await mkdir(join(root, 'catalogue/student-guide'), { recursive: true })
	await writeFile(join(root, 'catalogue/products.ts'), list)
	await copyFile(new URL('../catalogue/gallery.ts', import.meta.url), join(root, 'catalogue/gallery.ts'))
})
afterEach(async () => await rm(root, { recursive: true }))

const read = (path: string) => readFile(join(root, path), 'utf8')

test('a new product is added to the list and can be shown as coming soon', async () => {
	const written = await addProduct({ root, slug: 'first-job', id: '8' })
	expect(written).toEqual([
		'catalogue/first-job/product.ts',
		'catalogue/first-job/gallery.ts',
		'catalogue/products.ts',
	])
	expect(await read('catalogue/products.ts')).toBe(
		list.replace(
			'export { studentGuide',
			"export { firstJob } from './first-job/product.ts'\nexport { studentGuide",
		),
	)
	const { firstJob } = await import(join(root, 'catalogue/first-job/product.ts'))
	expect(firstJob).toMatchObject({ id: '8', slug: 'first-job', title: 'First Job', comingSoon: true })
	expect(catalogueSchema.safeParse([...catalogue, { ...firstJob, id: '9999' }]).error).toBeUndefined()
})

test('a new product’s gallery has only the cover', async () => {
	await addProduct({ root, slug: 'first-job', id: '8' })
	const { gallery, openGraph } = await import(join(root, 'catalogue/first-job/gallery.ts'))
	expect(gallery).toMatchObject([{ name: '01-cover', source: 'cover.pdf', ...guidePage }])
	expect(openGraph.sheets).toEqual([])
})

test('a slug may be a JavaScript keyword', async () => {
	await addProduct({ root, slug: 'default', id: '8' })
	expect(await read('catalogue/products.ts')).toContain("{ defaultProduct } from './default/product.ts'")
})

test.each([
	'',
	'Exam-Planner',
	'exam_planner',
	'exam planner',
	'-exam',
	'exam--planner',
	'1-percent',
	'../exam',
	'a'.repeat(51),
])('rejects the slug %j and writes nothing', async (slug) => {
	await expect(addProduct({ root, slug, id: '8' })).rejects.toThrow(`"${slug}" cannot be a slug`)
	expect(await read('catalogue/products.ts')).toBe(list)
})

test('rejects a slug whose folder already exists, and writes nothing', async () => {
	await expect(addProduct({ root, slug: 'student-guide', id: '8' })).rejects.toThrow('already exists')
	expect(await read('catalogue/products.ts')).toBe(list)
	expect(existsSync(join(root, 'catalogue/student-guide/product.ts'))).toBe(false)
})
