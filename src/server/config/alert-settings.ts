import { z } from 'zod'
import { writtenEmailAddress } from '#shared/email-address.ts'
import { area, setting } from './setting.ts'
import { port, timeOfDay } from './setting-fields.ts'

export type AlertSettings = z.output<typeof alertSettings>

export const alertSettings = area('Metrics and alerts', {
	metricsPort: setting('METRICS_PORT', port, {
		example: '9464',
		description: 'A port of its own for `/metrics`, in the format of Prometheus. Default: no metrics.',
	}),
	metricsHost: setting('METRICS_HOST', z.string(), {
		default: '127.0.0.1',
		description:
			'The address that METRICS_PORT listens on. Everyone who can reach it can read the metrics, so never a public one.',
	}),
	alertsTo: setting(
		'ALERTS_TO',
		z.union([z.literal('none'), writtenEmailAddress()], 'must be an email address, or none'),
		{
			example: 'owner@headstart.example',
			description:
				'Who is emailed when something needs the owner, such as a payment on hold; `none` for nobody. Default: TRADER_EMAIL, or in a rehearsal the first address of REHEARSAL_MAIL_TO.',
		},
	),
	summaryDailyAt: setting('SUMMARY_DAILY_AT', timeOfDay, {
		example: '07:00',
		description: 'Emails ALERTS_TO a summary of the past day at this time (UTC). Default: no summary.',
	}),
})
