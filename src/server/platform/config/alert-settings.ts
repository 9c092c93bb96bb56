import { z } from 'zod'
import { area, setting } from '#server/platform/config/setting.ts'
import { port } from '#server/platform/config/setting-fields.ts'

export type AlertSettings = z.output<typeof alertSettings>

export const alertSettings = area('Metrics', {
	metricsPort: setting('METRICS_PORT', port, {
		example: '9464',
		description: 'A port of its own for `/metrics`, in the format of Prometheus. Default: no metrics.',
	}),
	metricsHost: setting('METRICS_HOST', z.string(), {
		default: '127.0.0.1',
		description:
			'The address that METRICS_PORT listens on. Everyone who can reach it can read the metrics, so never a public one.',
	}),
})
