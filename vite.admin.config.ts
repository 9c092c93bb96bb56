import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { brotliBeside, sonnerStylesAsFile } from './scripts/vite-plugins.ts'

/** Builds the admin, which shares no file with the shop's pages once it is built. */
export default defineConfig({
	root: fileURLToPath(new URL('src/admin', import.meta.url)),
	publicDir: false,
	cacheDir: fileURLToPath(new URL('node_modules/.vite-admin', import.meta.url)),
	plugins: [tailwindcss(), sonnerStylesAsFile(), brotliBeside()],
	build: {
		outDir: fileURLToPath(new URL('build/admin', import.meta.url)),
		emptyOutDir: true,
		// Never inlined: the content security policy allows fonts from this site only, not from `data:` URLs.
		assetsInlineLimit: 0,
		cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
		// No browser in use needs this polyfill of Vite.
		modulePreload: { polyfill: false },
		// Silences warnings about the “use client” marks of packages. All of this runs in the browser.
		rolldownOptions: {
			onLog: (level, log, print) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && print(level, log),
		},
	},
})
