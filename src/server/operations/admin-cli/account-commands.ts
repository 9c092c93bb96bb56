import { z } from 'zod'
import { findAccount } from '#server/features/customers/find-purchase.ts'
import { findUser, foundSchema } from '#server/features/customers/find-user.ts'
import {
	banSchema,
	droppedSchema,
	planBan,
	planDropSecondStep,
	planUnban,
} from '#server/features/customers/plan-account.ts'
import { acting, type Command, reading, UsageError } from '#server/operations/admin-cli/command.ts'
import { linesOfFound } from '#server/operations/admin-cli/lines-of-found.ts'
import { momentOf } from '#shared/dates.ts'

/** The commands about one account. */
export const accountCommands: Readonly<Record<string, Command>> = {
	find: reading({
		does: 'shows a user and what they have bought, taken and downloaded; a part of the address or an id will do',
		takes: ['<email, receipt or id>'],
		shape: foundSchema,
		read: async (admin, { args }) => {
			const text = args[0]?.trim() ?? ''
			if (text === '')
				throw new UsageError('Say which user: an email address or a part of it, a receipt number, or an id.')
			return await findUser(admin, text)
		},
		lines: linesOfFound,
	}),
	ban: acting({
		does: 'bans an account until a date, or for a period such as 30d, 8w or 2y: it is signed out everywhere and cannot sign in',
		takes: ['<email, receipt or id>'],
		options: { until: '<2026-12-31>', for: '<30d>', reason: '<why>' },
		shape: banSchema,
		plan: async (admin, { args, options }, decided) => {
			const until = banEnd(options, admin.clock.now())
			return planBan(admin, { account: await findAccount(admin.database, args[0]), until }, decided)
		},
		lines: ({ email, user_id, banned_until, sessions_ended }) => [
			`${email ?? user_id} is banned until ${momentOf(new Date(banned_until ?? 0))}. Sessions ended: ${sessions_ended}.`,
		],
	}),
	unban: acting({
		does: 'ends a ban',
		takes: ['<email, receipt or id>'],
		options: { reason: '<why>' },
		shape: banSchema,
		plan: async (admin, { args }, decided) =>
			planUnban(admin, await findAccount(admin.database, args[0]), decided),
		lines: ({ email, user_id }) => [`${email ?? user_id} is not banned.`],
	}),
	'drop-second-step': acting({
		does: 'turns off two-step verification for a user who has lost the app, the key and the recovery codes',
		takes: ['<email, receipt or id>'],
		options: { reason: '<how they proved who they are>' },
		needs: ['reason'],
		shape: droppedSchema,
		plan: async (admin, { args }, decided) =>
			await planDropSecondStep(admin, await findAccount(admin.database, args[0]), decided),
		lines: ({ email, user_id, removed }) => [
			removed === 0
				? `${email ?? user_id} has no two-step verification.`
				: `${email ?? user_id} signs in without a second step now.`,
		],
	}),
}

const daySchema = z.iso.date()
const lengthSchema = z.stringFormat('length', /^[1-9]\d{0,3}[hdwy]$/)
const hours: Readonly<Record<string, number>> = { h: 1, d: 24, w: 7 * 24, y: 365 * 24 }

function banEnd({ until, for: length }: Readonly<Record<string, string | undefined>>, now: Date): Date {
	if ((until === undefined) === (length === undefined))
		throw new UsageError('Say how long: --until 2026-12-31, or --for 30d.')
	const end = until === undefined ? afterLength(length ?? '', now) : new Date(`${readDay(until)}T00:00:00Z`)
	if (end <= now) throw new UsageError(`${until} is over.`)
	return end
}

function readDay(text: string): string {
	const day = daySchema.safeParse(text)
	if (!day.success) throw new UsageError(`“${text}” is not a date such as 2026-12-31.`)
	return day.data
}

function afterLength(text: string, now: Date): Date {
	const length = lengthSchema.safeParse(text)
	if (!length.success) throw new UsageError(`“${text}” is not a period such as 12h, 30d, 8w or 2y.`)
	return new Date(
		now.getTime() + Number.parseInt(length.data, 10) * (hours[length.data.slice(-1)] ?? 0) * 3600_000,
	)
}
