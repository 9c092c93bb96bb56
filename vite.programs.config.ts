import { basename, dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const operations = 'src/server/operations'

/** The packages of which each start loads many files. Others stay outside, because some find files of their own. */
const bundledPackages = [
	'zod',
	'stripe',
	'jose',
	'hono',
	'@hono/node-server',
	'rate-limiter-flexible',
	'graphile-worker',
	/^graphile-config/,
	'@graphile/logger',
	'pg',
	/^(?:pg|postgres)-/,
	'ws',
	'@fastify/busboy',
	'p-queue',
]

/**
 * Bundles the programs of the server, because Node takes a millisecond to load each of a thousand modules. The files that the programs
 * read stay beside their sources.
 */
export default defineConfig({
	publicDir: false,
	plugins: [besideSources()],
	ssr: { noExternal: bundledPackages },
	build: {
		ssr: true,
		outDir: 'build/programs',
		emptyOutDir: true,
		target: 'node24',
		minify: false,
		// Stack traces then name the sources.
		sourcemap: true,
		rolldownOptions: {
			input: {
				server: 'src/server/main.ts',
				admin: `${operations}/admin-cli/main.ts`,
				audit: `${operations}/audit/main.ts`,
				backup: `${operations}/backup/main.ts`,
				doctor: `${operations}/doctor/main.ts`,
				restore: `${operations}/backup/restore.ts`,
			},
			output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
		},
	},
})

const ownAddress = /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url,?\s*\)|import\.meta\.url/g

/** Gives each module the address of its source, and bundles programs that it names, as in `new URL('./work.ts', import.meta.url)`. */
function besideSources(): Plugin {
	return {
		name: 'beside-sources',
		enforce: 'pre',
		transform: {
			filter: { id: /[\\/](src|catalogue)[\\/].*\.ts$/, code: 'import.meta.url' },
			handler(code, id) {
				const source = `new URL('../../${relative(root, id).replaceAll('\\', '/')}', import.meta.url).href`
				const moved = code.replace(ownAddress, (_, path?: string) => {
					if (path === undefined) return source
					const program = resolve(dirname(id), path)
					const file = this.emitFile({ type: 'chunk', id: program, name: nameOf(program) })
					return `new URL(import.meta.ROLLUP_FILE_URL_${file})`
				})
				// No line has moved.
				return { code: moved, map: null }
			},
		},
		// Vite would give it an address on the site.
		resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url).href`,
	}
}

/** Returns the name by which a list of processes shows a program: `sandbox` for `src/sandbox/main.ts`. */
function nameOf(program: string): string {
	const name = basename(program, '.ts')
	return name === 'main' ? basename(dirname(program)) : name
}
