// `npm run fonts`: cuts the two type families down to what nearly every page is set in, as files of their own under
// `src/web/fonts`. Every other letter comes from the whole families, which a browser fetches only where one is used.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootDir } from '../setup/paths.mjs'
import { cutFamilies, cutFont } from './cut-font.mjs'

const folder = join(rootDir, 'src/web/fonts')
await mkdir(folder, { recursive: true })
for (const family of cutFamilies) {
	const bytes = await cutFont(family, await readFile(join(rootDir, family.source)))
	await writeFile(join(folder, family.file), bytes)
	console.log(`${family.file}: ${bytes.length} bytes`)
}
