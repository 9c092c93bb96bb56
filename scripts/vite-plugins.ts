import { mkdirSync, watch } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Removes the call by which Sonner inserts its styles, because the content security policy forbids it. `src/web/ui/toaster.tsx`
 * imports the styles as a file. Stops the build if a new version of Sonner inserts them differently.
 */
export function sonnerStylesAsFile(): Plugin {
	return {
		name: 'sonner-styles-as-file',
		enforce: 'pre',
		transform: {
			filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
			handler(code) {
				const call = /^__insertCSS\(".*"\);?$/m
				if (!call.test(code)) this.error('Sonner no longer inserts its styles as expected.')
				return { code: code.replace(call, ''), map: null }
			},
		},
	}
}

/** Loads open pages again when the server has written another state of the shop (`src/web/site/shop.server.ts`). */
export function showNewState(): Plugin {
	return {
		name: 'show-new-state',
		apply: 'serve',
		configureServer({ ws }) {
			const folder = 'node_modules/.cache'
			mkdirSync(folder, { recursive: true })
			watch(folder, { persistent: false }, (_event, name) => {
				if (name === 'headstart-shop.json') ws.send({ type: 'full-reload' })
			})
		},
	}
}

/** Compresses scripts and styles at the highest quality, which would take too long when the server starts. */
export function brotliBeside(): Plugin {
	return {
		name: 'brotli-beside',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		async writeBundle({ dir = '' }, bundle) {
			const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
			await Promise.all(files.map((file) => compressBeside(join(dir, file))))
		},
	}
}

/**
 * Tidies the folder of the shop's scripts and styles after the router has written its last files. Compresses the router's
 * manifest, which every page loads, without what each module imports: the router would only prefetch that, and no link asks it to.
 * Removes the server's style sheet, which no page loads.
 */
export async function tidyAssets(folder: string): Promise<void> {
	for (const file of await readdir(folder)) {
		const path = join(folder, file)
		if (/^manifest-.*\.js$/.test(file)) {
			const manifest = await readFile(path, 'utf8')
			await writeFile(path, manifest.replaceAll(/"imports":\[[^\]]*\]/g, '"imports":[]'))
			await compressBeside(path)
		}
		if (/^server-build-.*\.css$/.test(file)) await rm(path)
	}
}

async function compressBeside(path: string): Promise<void> {
	await writeFile(`${path}.br`, await compress(await readFile(path)))
}
