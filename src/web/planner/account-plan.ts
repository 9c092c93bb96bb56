import type { RealtimeChannel } from '@supabase/supabase-js'
import { z } from 'zod'
import { readSavedPlan, savedText } from '#shared/planner/saved-plan.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { call } from '#web/session/call.ts'
import { keepChannel } from '#web/session/keep-channel.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'

/** Whether the user's account keeps the plan too, and what has become of the last change. */
export type AccountState =
	| { kind: 'off' }
	| { kind: 'saving' }
	| { kind: 'saved' }
	/** The account can't be reached, so the change is in this browser only. */
	| { kind: 'waiting' }
	/** The account can't be reached to take the plan out of it. */
	| { kind: 'stuck' }
	/** The account doesn't accept the plan, for example because the guide was refunded. */
	| { kind: 'refused' }
	/** Another device has changed the account's plan, and there are changes here that the account doesn't have. */
	| { kind: 'differs'; other: TypedPlan; version: number }

export interface AccountPlan {
	/** Keeps the plan in the account from now on. */
	keep: () => void
	/** Takes the plan out of the account. This browser keeps it. */
	forget: () => void
	/** Saves a change, a moment after the last one. */
	changed: () => void
	/** Replaces the plan here by the account's. */
	takeOther: (found: Found) => void
	/** Replaces the account's plan by the one here. */
	keepMine: (found: Pick<Found, 'version'>) => void
	stop: () => void
}

interface Found {
	other: TypedPlan
	version: number
}

interface FollowOptions {
	userId: string
	/** Returns the plan of this browser. */
	mine: () => TypedPlan | null
	/** Replaces the plan of this browser. */
	take: (plan: TypedPlan) => void
	onState: (state: AccountState) => void
}

const rowsSchema = z.array(z.object({ plan: z.string(), version: z.number() }))

/** How long a change waits for the next one, in milliseconds. */
const settleMs = 1_500

/** Follows the plan that a user keeps in their account. Several devices can change it: none undoes what another has saved. */
export function followAccountPlan({ userId, mine, take, onState }: FollowOptions): AccountPlan {
	const key = `headstart-planner-${userId}-account`
	let settling: number | undefined
	let running = Promise.resolve()
	let channel: RealtimeChannel | undefined
	let leaveChannel: (() => void) | undefined
	const stopped = new AbortController()

	/** What this browser knows of the account's plan: its version (0 before the first), and whether it has every change made here. */
	const known = () => {
		const [version, isSaved] = browserStorage.read(key)?.split(' ') ?? []
		return version === undefined ? null : { version: Number(version), isSaved: isSaved === 'saved' }
	}
	function know(version: number, isSaved: boolean): void {
		browserStorage.write(key, `${version} ${isSaved ? 'saved' : 'changed'}`)
	}
	function show(state: AccountState): void {
		if (stopped.signal.aborted) return
		if (state.kind !== 'off')
			leaveChannel ??= keepChannel(join, () => {
				channel = undefined
			})
		onState(state)
	}
	/** One after another: each step builds on what the one before has found. */
	function then(step: () => Promise<void>): Promise<void> {
		running = running.then(step)
		return running
	}

	const join: Parameters<typeof keepChannel>[0] = (supabase) => {
		const joined = supabase.channel(`user:${userId}`, { config: { private: true } })
		channel = joined
		// Other devices may have saved something before.
		return joined
			.on('broadcast', { event: 'plan' }, () => void then(compare))
			.subscribe((state) => state === 'SUBSCRIBED' && void then(compare))
	}
	function tellOthers(): void {
		void channel?.send({ type: 'broadcast', event: 'plan', payload: {} })
	}

	/** Finds out whether the account's plan or the one here is newer. */
	async function compare(): Promise<void> {
		const { answer } = await call('/rest/v1/plans', (supabase) =>
			supabase.from('plans').select('plan, version').eq('user_id', userId),
		)
		const rows = rowsSchema.safeParse(answer?.data).data
		const before = known()
		if (rows === undefined) return before?.isSaved === false ? show({ kind: 'waiting' }) : undefined
		const [row] = rows
		if (row === undefined) {
			if (before?.version === 0) return await save()
			// Another device has taken it out.
			browserStorage.remove(key)
			return show({ kind: 'off' })
		}
		const other = readSavedPlan(row.plan)
		if (other === null) return show({ kind: 'refused' })
		const [here, { version }] = [mine(), row]
		if (before?.version === version) return before.isSaved ? show({ kind: 'saved' }) : await save()
		if (here === null || before?.isSaved === true || savedText(here) === row.plan)
			takeOther({ other, version })
		else show({ kind: 'differs', other, version })
	}

	async function save(): Promise<void> {
		const [before, plan] = [known(), mine()]
		if (before === null) return
		if (plan === null) return await remove()
		show({ kind: 'saving' })
		const text = savedText(plan)
		const row = { plan: text, version: before.version + 1 }
		const { answer, failure } = await call('/rest/v1/plans', (supabase) =>
			before.version === 0
				? supabase.from('plans').insert(row).select('version')
				: supabase
						.from('plans')
						.update(row)
						.eq('user_id', userId)
						.eq('version', before.version)
						.select('version'),
		)
		if (answer === null || failure.unreachable || answer.status >= 500 || answer.status === 429)
			return show({ kind: 'waiting' })
		if (answer.status === 409 || answer.data?.length === 0) return await compare()
		if (answer.error !== null) return show({ kind: 'refused' })
		const now = mine()
		know(row.version, now !== null && savedText(now) === text)
		tellOthers()
		if (known()?.isSaved === true) show({ kind: 'saved' })
		else saveSoon()
	}

	/** Empties the account when its user begins a new plan, which will be its first. */
	async function remove(): Promise<void> {
		const { answer } = await deleteRow()
		if (answer?.error !== null) return show({ kind: 'waiting' })
		know(0, true)
		show({ kind: 'saved' })
	}

	async function deleteRow() {
		const deleted = await call('/rest/v1/plans', (supabase) =>
			supabase.from('plans').delete().eq('user_id', userId),
		)
		if (deleted.answer?.error === null) tellOthers()
		return deleted
	}

	function saveSoon(): void {
		clearTimeout(settling)
		settling = window.setTimeout(() => void then(save), settleMs)
	}
	function takeOther({ other, version }: Found): void {
		know(version, true)
		take(other)
		show({ kind: 'saved' })
	}

	const again = () => void then(compare)
	again()
	addEventListener('online', again, { signal: stopped.signal })

	return {
		keep: () => {
			know(0, false)
			show({ kind: 'saving' })
			again()
		},
		forget: () => {
			clearTimeout(settling)
			const before = known()
			browserStorage.remove(key)
			show({ kind: 'off' })
			void then(async () => {
				const { answer } = await deleteRow()
				// What was being saved meanwhile is gone too.
				browserStorage.remove(key)
				if (answer?.error === null || before === null) return show({ kind: 'off' })
				know(before.version, before.isSaved)
				show({ kind: 'stuck' })
			})
		},
		changed: () => {
			const before = known()
			if (before === null) return
			know(before.version, false)
			show({ kind: 'saving' })
			saveSoon()
		},
		takeOther,
		keepMine: ({ version }) => {
			know(version, false)
			void then(save)
		},
		stop: () => {
			stopped.abort()
			leaveChannel?.()
			// What has changed in the last moment is saved at the next visit.
			clearTimeout(settling)
		},
	}
}
