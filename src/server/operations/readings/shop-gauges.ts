import { Gauge, type Registry } from 'prom-client'
import { type Readings, type Snapshot, takeSnapshot } from '#server/operations/readings/readings.ts'
import { cached } from '#server/platform/cached.ts'

interface GaugeDefinition {
	help: string
	/** Undefined or null if the value is not known; the metric is then left out. */
	of: (snapshot: Snapshot, now: number) => number | null | undefined
}

const secondsSince = (date: Date | null | undefined, now: number) => date && (now - date.getTime()) / 1000
const secondsUntil = (date: Date | null | undefined, now: number) => date && (date.getTime() - now) / 1000

const gauges: Readonly<Record<`headstart_${string}`, GaugeDefinition>> = {
	headstart_database_up: {
		help: 'Whether the database answered: 1 or 0',
		of: ({ records }) => (records === undefined ? 0 : 1),
	},
	headstart_purchases_on_hold: {
		help: 'Payments that the owner must decide on',
		of: ({ records }) => records?.purchasesOnHold,
	},
	headstart_jobs_waiting: {
		help: 'Jobs that are due and have not begun',
		of: ({ records }) => records?.jobsWaiting,
	},
	headstart_jobs_oldest_seconds: {
		help: 'How long the oldest waiting job has been due',
		of: ({ records }) => records?.jobsOldestSeconds,
	},
	headstart_jobs_retrying: {
		help: 'Jobs that failed and will be tried again',
		of: ({ records }) => records?.jobsRetrying,
	},
	headstart_jobs_failed: {
		help: 'Jobs that failed permanently',
		of: ({ records }) => records?.jobsFailed,
	},
	headstart_mails_waiting: {
		help: 'Emails that are due or will be tried again',
		of: ({ records }) => records?.mailsWaiting,
	},
	headstart_mails_refused: {
		help: 'Emails that the mail server refuses',
		of: ({ records }) => records?.mailsRefused,
	},
	headstart_payment_events_waiting: {
		help: 'Events of the payment provider that are stored but not processed',
		of: ({ records }) => records?.eventsWaiting,
	},
	headstart_payment_events_oldest_seconds: {
		help: 'How long the oldest unprocessed event has waited',
		of: ({ records }) => records?.eventsOldestSeconds,
	},
	headstart_payment_event_delay_seconds: {
		help: 'The longest time from an event at the payment provider to its arrival, in the last hour',
		of: ({ records }) => records?.eventDelaySeconds,
	},
	headstart_disputes_to_answer: {
		help: 'Disputes that the bank expects an answer to',
		of: ({ records }) => records?.disputesToAnswer,
	},
	headstart_dispute_deadline_seconds: {
		help: 'The time left to answer the most urgent dispute',
		of: ({ records }, now) => secondsUntil(records?.nextAnswerBy, now),
	},
	headstart_audit_differences: {
		help: 'How many differences the latest audit found',
		of: ({ records }) => records?.auditDifferences,
	},
	headstart_audit_age_seconds: {
		help: 'The time since the latest audit',
		of: ({ records }, now) => secondsSince(records?.auditedAt, now),
	},
	headstart_disk_free_bytes: {
		help: 'Free space on the disk of DATA_DIR',
		of: ({ disk }) => disk?.freeBytes,
	},
	headstart_disk_size_bytes: {
		help: 'Size of the disk of DATA_DIR',
		of: ({ disk }) => disk?.totalBytes,
	},
	headstart_backup_age_seconds: {
		help: 'The time since the newest backup was begun',
		of: ({ newestBackup }, now) => secondsSince(newestBackup, now),
	},
	headstart_certificate_seconds: {
		help: 'The time until the certificate of the site expires',
		of: ({ certificateEnd }, now) => secondsUntil(certificateEnd, now),
	},
}

/**
 * Adds the readings to a registry as gauges. They are taken when the metrics are read, and a gauge whose reading is missing is
 * left out.
 */
export function addShopGauges(registry: Registry, readings: Readings): void {
	// All gauges share one snapshot, because every gauge is asked each time the metrics are read.
	const snapshot = cached(() => takeSnapshot(readings), { holdsMs: 1_000 })
	for (const [name, { help, of }] of Object.entries(gauges))
		new Gauge({
			name,
			help,
			registers: [registry],
			async collect() {
				const value = of(await snapshot(), Date.now())
				if (typeof value === 'number') this.set(value)
				else this.remove()
			},
		})
}
