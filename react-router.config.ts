import type { Config } from '@react-router/dev/config'
import { categorySlugs } from './src/web/shop-window/categories.ts'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	ssr: true,
	// A dozen routes: naming them all in one file costs less than asking the server for them one by one.
	routeDiscovery: { mode: 'initial' },
	prerender: ({ getStaticPaths }) => [...getStaticPaths(), ...categorySlugs.map((slug) => `/categories/${slug}`)],
} satisfies Config
