import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { shelf } from './catalogue/shelf.ts'

const ours = /[\\/](src[\\/](web|shared)|catalogue|node_modules[\\/]lucide-react)[\\/]/
const shelves =
	/[\\/]web[\\/]products[\\/](find-guides|guide-finder|nothing-found|preview-button|product-card|resource-grid|shelf|shelf-links|use-finding)\./
const productPages = /[\\/]src[\\/]web[\\/](pages[\\/]product|viewer)[\\/]/
const legalPages = /[\\/]src[\\/]web[\\/]legal[\\/]/
/** The whole of each product, contents and files included: stays apart by itself, for its own page. */
const details = /[\\/]catalogue[\\/](index|products|[^\\/]+[\\/](product|built|page|gallery|video))\.ts$/

/**
 * A few larger files compress better than two dozen small ones, but no page should carry much of another's. What loads on
 * first use stays apart by itself. The journeys hold each page's weight.
 */
const chunkGroups = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
	{
		name: 'shared',
		test: (id: string) =>
			ours.test(id) && ![shelves, productPages, legalPages, details].some((apart) => apart.test(id)),
		minShareCount: 2,
	},
	{ name: 'shelves', test: shelves, minShareCount: 2 },
	{ name: 'product-page', test: productPages, minShareCount: 2 },
	{ name: 'legal', test: legalPages, minShareCount: 2 },
]

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), shelfAsData(), sonnerStylesAsFile(), brotliBeside()],
	// Left to the plugin below while developing, too.
	optimizeDeps: { exclude: ['sonner'] },
	build: {
		// Files only: the content security policy lets fonts come from this site and from nowhere else, `data:` included.
		assetsInlineLimit: 0,
		cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
	},
	environments: {
		client: {
			build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } },
		},
	},
})

/** Replaces `catalogue/shelf.ts` by its value: its code would bring the whole catalogue into every page. */
function shelfAsData(): Plugin {
	return {
		name: 'shelf-as-data',
		enforce: 'pre',
		load: {
			filter: { id: /[\\/]catalogue[\\/]shelf\.ts$/ },
			handler: () => `export const shelf = ${JSON.stringify(shelf)}`,
		},
	}
}

/**
 * Sonner writes its styles into the page from script, which the content security policy forbids. They are imported as a file
 * instead (`src/web/ui/toaster.tsx`), so its own way is taken out; a version that does it differently stops the build.
 */
function sonnerStylesAsFile(): Plugin {
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

/**
 * Scripts and styles never change once built, so they are squeezed here as hard as it goes, each into a file beside it. The
 * server's start would have no time for that.
 */
function brotliBeside(): Plugin {
	const compress = promisify(brotliCompress)
	return {
		name: 'brotli-beside',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		async writeBundle({ dir = '' }, bundle) {
			const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))
			await Promise.all(
				files.map(async (file) => {
					const path = join(dir, file)
					await writeFile(`${path}.br`, await compress(await readFile(path)))
				}),
			)
		},
	}
}
