// `npm run fonts`: writes subsets of the two font families to `src/web/fonts`. They contain the characters that nearly every page
// uses. A browser downloads the full families only if a page uses another character.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootDir } from '../../scripts/setup/run.mjs'
import { cutFamilies, cutFont } from './cut-font.mjs'

const folder = join(rootDir, 'src/web/fonts')
await mkdir(folder, { recursive: true })
for (const family of cutFamilies) {
	const bytes = await cutFont(family, await readFile(join(rootDir, family.source)))
	await writeFile(join(folder, family.file), bytes)
	console.log(`${family.file}: ${bytes.length} bytes`)
}
