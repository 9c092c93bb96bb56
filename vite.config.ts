import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** A few larger files compress better than two dozen small ones. What loads on first use stays apart by itself. */
const chunkGroups = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
	{
		name: 'shared',
		test: /[\\/](src[\\/](web|shared)|catalogue|node_modules[\\/]lucide-react)[\\/]/,
		minShareCount: 2,
	},
]

export default defineConfig({
	plugins: [tailwindcss(), reactRouter(), sonnerStylesAsFile()],
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
