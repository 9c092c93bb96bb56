import { z } from 'zod'
import { forRehearsal, hashOf, nextExecution, rehearse } from '#server/shop/execution.ts'
import { carryOut } from '#server/shop/owner-acts.ts'
import { PlanChanged, type PlannedAct } from '#server/shop/plan.ts'
import type { Preview } from '#shared/admin/api.ts'
import type { Acts } from '#shared/admin/declare.ts'
import type { AdminDependencies } from './dependencies.ts'
import { planChanged, reasonMissing, unexpectedInput } from './errors.ts'
import { makeOperation, type Operation, orRefused, parse, type Recording, showMail } from './operation.ts'
import type { Member } from './require-member.ts'

/** Who acts, and why if they gave a reason. */
export interface Actor {
	by: string
	member: Member
	reason: string | undefined
}

const envelopeSchema = z.looseObject({
	preview: z.boolean().default(false),
	plan: z.string().max(100).optional(),
	reason: z.string().trim().max(1_000).default(''),
})

interface Act<Input, Output> extends Recording, Pick<Operation, 'commandLineOnly'> {
	/** Whether a reason must be given. */
	needsReason?: boolean
	/**
	 * Returns what the act would do, in sentences, and how it is done. Throws `DecisionError` if the act is not possible. The act is
	 * recorded in the transaction that makes the change.
	 */
	plan: (admin: AdminDependencies, input: Input, actor: Actor) => Promise<PlannedAct<Output>>
}

/**
 * Makes an operation that changes something. A request with `preview` only returns what the act would do. A request with the
 * `plan` of such a preview is refused if the act would now do something else.
 */
export function defineAct<Input extends z.ZodObject, Output extends z.ZodType>(
	contract: Acts<Input, Output>,
	{ plan, ...declared }: Act<z.output<Input>, z.input<Output>>,
): Operation {
	return makeOperation(contract, declared, async ({ name, admin, member, sent }) => {
		const envelope = envelopeSchema.safeParse(sent)
		if (!envelope.success) throw unexpectedInput(envelope.error)
		const { preview, plan: expected, reason, ...own } = envelope.data
		const given = parse(contract.input, own)
		if (declared.needsReason && !preview && reason === '') throw reasonMissing()
		const begin = async (from: AdminDependencies) => {
			const execution = await nextExecution(admin.database, name, given)
			const actor = { by: member.name, member, reason: reason || undefined }
			const planned = await plan(from, given, actor)
			const stamp = { command: name, by: actor.by, staffId: member.id, reason: actor.reason, execution }
			return {
				...planned,
				hash: hashOf([planned.will, planned.basis, execution.turn]),
				act: () => carryOut(from.database, planned, stamp),
			}
		}
		const show = async (): Promise<Preview> => {
			const { will, hash, mail, act } = await begin(rehearsalOf(admin))
			if (will.length > 0) await rehearse(act)
			return { will, plan: hash, ...(mail === undefined ? {} : { mail: await showMail(admin, mail) }) }
		}
		return await orRefused(async () => {
			if (preview) return Response.json(await show())
			const { hash, act } = await begin(admin)
			if (expected !== undefined && expected !== hash) throw planChanged(new PlanChanged(), await show())
			const done = await act().catch(async (error: unknown) => {
				throw error instanceof PlanChanged ? planChanged(error, await show()) : error
			})
			return Response.json(contract.output.parse(done))
		})
	})
}

/** Returns the dependencies for a preview, with which nothing can be changed. */
function rehearsalOf(admin: AdminDependencies): AdminDependencies {
	const nothing = async () => {}
	return {
		...admin,
		database: forRehearsal(admin.database),
		files: { ...admin.files, put: nothing, remove: nothing },
		rateLimits: { consume: nothing, giveBack: nothing },
	}
}
