import { z } from 'zod'
import { acting, type Command, reading, UsageError } from '#server/operations/admin-cli/command.ts'
import { planResume } from '#server/operations/admin-cli/resume.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { compareWithProvider } from '#server/shop/compare-with-provider.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { planRetry } from '#server/shop/plan-retry.ts'
import { counted } from '#shared/wording.ts'

const mailSchema = z.object({
	refused_at: z.string(),
	job: z.string(),
	reference: z.string(),
	reason: z.string(),
})

/** The commands that look after the shop itself. */
export const upkeepCommands: Readonly<Record<string, Command>> = {
	mails: reading({
		does: 'lists the emails that the mail server refuses',
		shape: z.object({ mails: z.array(mailSchema) }),
		read: async ({ database }) => ({
			mails: await database.query(
				sql`
				select to_char(refused_at, 'YYYY-MM-DD HH24:MI') as refused_at, job, reference, reason
				from shop.refused_mails order by shop.refused_mails.refused_at`,
				mailSchema,
			),
		}),
		lines: ({ mails }) =>
			mails.length === 0
				? ['No email is refused.']
				: mails.map(
						({ refused_at, job, reference, reason }) => `${refused_at}  ${job} ${reference}: ${reason}`,
					),
	}),
	retry: acting({
		does: 'retries jobs that failed permanently',
		shape: z.object({ retried: z.int() }),
		plan: async (admin, _input, decided) => await planRetry(admin, decided),
		lines: ({ retried }) =>
			retried === 0 ? ['No job has failed permanently.'] : [`${counted(retried, 'job')} will be retried.`],
	}),
	rebuild: acting({
		does: 'looks for payments, refunds, disputes and fees missing from our records, and delivers what was paid (default: 30 days)',
		takes: ['[days]'],
		isLong: true,
		shape: z.object({ rebuilt: z.int(), delivered: z.int(), fees: z.int(), on_hold: z.int() }),
		plan: async (admin, { args }, decided) => {
			const days = daysSchema.safeParse(args[0] ?? '30')
			if (!days.success) throw new UsageError('Say how many days to look back, as a whole number.')
			return {
				will: [
					`Adds everything from the last ${days.data === 1 ? 'day' : `${days.data} days`} that Stripe has and our records lack, and delivers what has been paid.`,
				],
				act: async () => {
					const feesBefore = await count(admin.database, knownFees)
					const compared = await compareWithProvider({ ...admin, days: days.data })
					const found = { ...compared, fees: (await count(admin.database, knownFees)) - feesBefore }
					await admin.database.asServer((tx) =>
						recordAct(tx, { command: 'rebuild', ...decided, details: { days: days.data, ...found } }),
					)
					const held = sql`select count(*)::integer as count from public.purchases where status = 'held'`
					return { ...found, on_hold: await count(admin.database, held) }
				},
			}
		},
		lines: ({ rebuilt, delivered, fees, on_hold }) => [
			...(rebuilt === 0 && delivered === 0 ? ['No purchase was rebuilt or delivered.'] : []),
			...(rebuilt === 0
				? []
				: [`${counted(rebuilt, 'purchase')} ${rebuilt === 1 ? 'was' : 'were'} rebuilt.`]),
			...(delivered === 0
				? []
				: [
						delivered === 1
							? '1 purchase turned out to be paid, and is delivered.'
							: `${delivered} purchases turned out to be paid, and are delivered.`,
					]),
			...(fees === 0
				? []
				: [
						fees === 1
							? '1 fee was missing, and is recorded now.'
							: `${fees.toLocaleString('en-GB')} fees were missing, and are recorded now.`,
					]),
			...(on_hold === 0 ? [] : [`${on_hold} on hold: npm run admin -- held lists them.`]),
		],
	}),
	resume: acting({
		does: 'lets a restored or copied shop charge and email again, after showing you what that would do',
		shape: z.object({
			/** What the command has done, in sentences. */
			says: z.array(z.string()),
		}),
		plan: async (admin, _input, decided) => {
			const { will, act } = await planResume(admin, decided)
			return { will, act: async () => ({ says: await act() }) }
		},
		lines: ({ says }) => says,
	}),
}

const knownFees = sql`select count(*)::integer as count from shop.balance_movements where fee_pence <> 0`
const daysSchema = z.coerce.number().int().positive()
