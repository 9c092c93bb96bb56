import { readFile, rm } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite'
import { brotliBeside, showNewState, sonnerStylesAsFile } from './scripts/vite-plugins.ts'

const ours = /[\\/](src[\\/](web|shared)|catalogue)[\\/]/

/** Pages that show much of the same, by the names of their folders. The other pages are texts. */
const families = {
	shelves: /^(home|free|premium|category)$/,
	product: /^product$/,
	'signing-in': /^auth/,
	taking: /^(get|read|planner-demo|payment-success)$/,
	account: /^(account|refund)/,
	mails: /^(notice|review|edition|news)-/,
}

/**
 * A few larger files compress better than a hundred small ones, but no page should load much of another's code. So what several
 * pages share is one file for each combination of families that use it, and what four families use is in a file that every page
 * loads. Code imported on first use is separate anyway. `e2e/page-weight.spec.ts` limits what each page loads.
 */
const chunkGroups = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
	// A file also takes in what its modules import, unless an earlier group has it. So what most families use comes first.
	...['site', 3, 2, 1].map((users) => ({
		test: ours,
		name(id: string, modules: ChunkingContext) {
			// A page's own code stays a file of its own.
			if (id.endsWith('.css') || pagePath.test(slashed(id))) return null
			const { pages, names } = usersOf(id, modules)
			if (names === 'all' || names.length > 3) return users === 'site' ? 'site' : null
			return pages.length > 1 && names.length === users ? names.join('-') : null
		},
	})),
]

const framePath = /\/src\/web\/(root|entry\.client|frame\/page-boundary)\.tsx/
const pagePath = /\/src\/web\/pages\/([^/]+)\/page\.tsx/

function slashed(path: string): string {
	return path.replaceAll('\\', '/')
}

type ChunkingContext = Pick<Rolldown.PluginContext, 'getModuleInfo'>
const known = new Map<string, ReturnType<typeof usersOf>>()

/** Returns the pages that import a module, directly or not, and the names of their families; `all` if the frame imports it. */
function usersOf(id: string, modules: ChunkingContext): { pages: string[]; names: string[] | 'all' } {
	const before = known.get(id)
	if (before !== undefined) return before
	const importers = new Set([id])
	for (const importer of importers)
		for (const next of modules.getModuleInfo(importer)?.importers ?? []) importers.add(next)
	const paths = [...importers].map(slashed)
	const pages = [...new Set(paths.flatMap((path) => pagePath.exec(path)?.[1] ?? []))]
	const names = pages.map(
		(page) => Object.entries(families).find(([, test]) => test.test(page))?.[0] ?? 'texts',
	)
	const isInFrame = paths.some((path) => framePath.test(path))
	const users = { pages, names: isInFrame ? ('all' as const) : [...new Set(names)].toSorted() }
	known.set(id, users)
	return users
}

/** With a shorter hash than Vite's eight characters: a product's page names sixty files, and nothing compresses a hash. */
const assetFileNames = 'assets/[name]-[hash:6][extname]'

export default defineConfig(({ command }) => ({
	plugins: [
		tailwindcss(),
		reactRouter(),
		smallInlineScripts(),
		sonnerStylesAsFile(),
		brotliBeside(),
		emptyOwnFolders(),
		showNewState(),
	],
	// A running shop renders its pages with this build, and does not have the packages of the pages installed.
	ssr: command === 'build' ? { noExternal: true } : {},
	// The plugin for Sonner's styles must transform Sonner during development too.
	optimizeDeps: { exclude: ['sonner'] },
	build: {
		// Never inlined: the content security policy allows fonts from this site only, not from `data:` URLs.
		assetsInlineLimit: 0,
		// React Router would remove the whole folder, in which the admin is built at the same time.
		emptyOutDir: false,
		cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
	},
	environments: {
		// The router puts the text of one of its functions into every page. Names stay, for the log of a page that could not be rendered.
		ssr: { build: { rolldownOptions: { output: { minify: { mangle: false }, assetFileNames } } } },
		client: {
			build: {
				rolldownOptions: {
					output: { codeSplitting: { groups: chunkGroups }, assetFileNames },
				},
			},
		},
	},
}))

/** Removes what an earlier build of these pages has left. */
function emptyOwnFolders(): Plugin {
	return {
		name: 'empty-own-folders',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		async buildStart() {
			for (const folder of ['build/client', 'build/server'])
				await rm(folder, { recursive: true, force: true })
		},
	}
}

/** Minifies the inline scripts of every page. They are imported as text, so Vite would not. */
function smallInlineScripts(): Plugin {
	return {
		name: 'small-inline-scripts',
		enforce: 'pre',
		apply: 'build',
		load: {
			filter: { id: /[\\/]head[\\/](first-paint|start-scripts)\.js\?raw$/ },
			async handler(id) {
				const path = id.replace('?raw', '')
				const { code, errors } = minifySync(path, await readFile(path, 'utf8'), { module: false })
				if (errors.length > 0) this.error(`${path} could not be minified: ${errors[0]?.message}`)
				return `export default ${JSON.stringify(code)}`
			},
		},
	}
}
