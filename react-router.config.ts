import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { tidyAssets } from './scripts/vite-plugins.ts'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	ssr: true,
	// Only the product's page would be split, and naming another script costs more than it saves.
	splitRouteModules: false,
	// There are few routes, so one manifest of all costs less than a request for each link.
	routeDiscovery: { mode: 'initial' },
	buildEnd: async ({ reactRouterConfig }) =>
		await tidyAssets(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
