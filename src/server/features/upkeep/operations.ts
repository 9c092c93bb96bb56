import { defineAct } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { upkeepApi } from '#shared/admin/upkeep.ts'
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
	resume: defineAct(upkeepApi.resume, {
		does: 'lets a restored or copied shop charge and email again, after showing you what that would do',
		log: 'Ended the quarantine of the shop',
		roles: ['owner'],
		// A quarantined server may not ask the payment provider what its records lack, and must be restarted afterwards.
		commandLineOnly: true,
		plan: async ({ config, ...admin }, _input, { by }) =>
			await planResume(
				{ ...admin, siteUrl: config.siteUrl, isRehearsal: config.rehearsal !== undefined },
				by,
			),
	}),
}
