import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { compareWithProviderJob } from '#server/shop/jobs.ts'
import { upkeepApi } from '#shared/admin/upkeep.ts'
import { counted } from '#shared/wording.ts'
import { planRebuild } from './plan-rebuild.ts'
import { planResume } from './plan-resume.ts'

const refusedMailsSchema = upkeepApi['refused-mails'].output.shape.rows

export const upkeepOperations = {
	'refused-mails': reading(upkeepApi['refused-mails'], {
		does: 'lists the emails that the mail server refuses',
		roles: ['owner', 'helper'],
		read: async ({ database }) => ({
			rows: await database.query(
				sql`select id::text, refused_at, job, reference, reason from shop.refused_mails m order by m.refused_at`,
				refusedMailsSchema.element,
			),
		}),
	}),
	'rebuild-records': defineAct(upkeepApi['rebuild-records'], {
		does: 'looks for payments, refunds, disputes and fees missing from our records, and delivers what was paid',
		log: 'Rebuilt records from Stripe',
		roles: ['owner'],
		// It takes minutes, and a request must not.
		commandLineOnly: true,
		plan: async (admin, { days }) => planRebuild(admin, days),
	}),
	'start-rebuild': defineAct(upkeepApi['start-rebuild'], {
		does: 'starts what `rebuild-records` does, in the background',
		log: 'Started to rebuild records from Stripe',
		roles: ['owner'],
		plan: async (_admin, { days }) => ({
			will: [
				`Adds everything from the last ${counted(days, 'day')} that Stripe has and our records lack, and delivers what has been paid. Buyers are emailed their receipts.`,
				'It takes some minutes in the background. Run the audit afterwards: what it lists no longer has been mended.',
			],
			execute: async (tx) => {
				await addJob(tx, compareWithProviderJob, { days }, { onceUnder: 'rebuild' })
				return { details: { days }, answer: null }
			},
		}),
	}),
	resume: defineAct(upkeepApi.resume, {
		does: 'lets a restored or copied shop charge and email again, after showing you what that would do',
		log: 'Ended the quarantine of the shop',
		roles: ['owner'],
		// A recent second step, because a session that was restored with the database may be somebody else's by now, and from then on the
		// shop charges and emails the customers of what may be a copy.
		sensitive: true,
		plan: async ({ config, askPayments: payments, ...admin }, _input, { by }) =>
			await planResume(
				{ ...admin, payments, siteUrl: config.siteUrl, isRehearsal: config.rehearsal !== undefined },
				by,
			),
	}),
}
