// `npm run new-product -- <slug>`: adds a product that is coming soon, with the questions its author has to answer.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { catalogue } from '../catalogue/index.ts'
import { rootDir } from '../scripts/setup/run.mjs'
import { addProduct } from './add-product.ts'

const slug = process.argv[2] ?? ''
const id = String(1 + Math.max(...catalogue.map((product) => Number(product.id))))
try {
	for (const file of await addProduct({ root: rootDir, slug, id })) console.log(`written  ${file}`)
} catch (error) {
	console.error(error instanceof Error ? error.message : error)
	process.exit(1)
}
// Draws the cover and the link preview in another process, because this one has already read the list without the new product.
const { status } = spawnSync(process.execPath, [join(rootDir, 'workshop/build.ts')], {
	cwd: rootDir,
	stdio: 'inherit',
})
console.log(
	`\nNow answer the questions in catalogue/${slug}/product.ts and gallery.ts, then run \`npm run catalogue\` again.`,
)
process.exit(status ?? 1)
