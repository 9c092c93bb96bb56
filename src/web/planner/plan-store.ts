import { useEffect, useRef, useState } from 'react'
import { readSavedPlan, savedText } from '#shared/planner/saved-plan.ts'
import { dayNumber, type TypedPlan } from '#shared/planner/typed-plan.ts'
import { browserStorage } from '#web/ui/browser-storage.ts'
import { toast } from '#web/ui/toast.ts'
import { type AccountPlan, type AccountState, followAccountPlan } from './account-plan.ts'

/** What the planner shows, and where its changes go. */
export interface PlanStore {
	/** Null until the first questions have been answered. */
	plan: TypedPlan | null
	change: (edit: (plan: TypedPlan) => TypedPlan) => void
	replace: (plan: TypedPlan | null) => void
	/** `forgets`: this browser keeps nothing when the page is closed. */
	keeping: 'kept' | 'forgets' | 'demo'
	/** Missing if no account can keep the plan. */
	account?: { state: AccountState; plan: AccountPlan }
}

/** Returns a user's plan. Each change is stored in this browser, appears in its other tabs, and goes to the account if the user wants that. */
export function useKeptPlan(userId: string): PlanStore {
	const key = `headstart-planner-${userId}`
	const [plan, show, latest] = useLatest(() => readSavedPlan(browserStorage.read(key) ?? ''))
	const [isKept, setIsKept] = useState(true)
	const [state, setState] = useState<AccountState>({ kind: 'off' })
	const [account, setAccount] = useState<AccountPlan | null>(null)

	// biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is the same for the same user
	useEffect(() => {
		const followed = followAccountPlan({ userId, mine: () => latest.current, take: keep, onState: setState })
		setAccount(followed)
		return followed.stop
	}, [userId])
	useEffect(() => {
		function onStorage({ key: changed, newValue }: StorageEvent) {
			if (changed === key) show(readSavedPlan(newValue ?? ''))
		}
		addEventListener('storage', onStorage)
		return () => removeEventListener('storage', onStorage)
	}, [key, show])

	function keep(next: TypedPlan | null) {
		show(next)
		if (next === null) browserStorage.remove(key)
		else setIsKept(browserStorage.write(key, savedText(next)))
	}
	function replace(next: TypedPlan | null) {
		keep(next)
		account?.changed()
	}
	return {
		plan,
		change: (edit) => latest.current && replace(edit(latest.current)),
		replace,
		keeping: isKept ? 'kept' : 'forgets',
		...(account === null ? {} : { account: { state, plan: account } }),
	}
}

/** Returns a plan that lasts until the page is closed. */
export function useDemoPlan(sample: TypedPlan): PlanStore {
	const [plan, show, latest] = useLatest(() => sample)
	return {
		plan,
		change: (edit) => latest.current && show(edit(latest.current)),
		replace: show,
		keeping: 'demo',
	}
}

/** Makes a change that can be undone for a few seconds. */
export function changeWithUndo(
	{ plan, change, replace }: PlanStore,
	title: string,
	edit: (plan: TypedPlan) => TypedPlan,
): void {
	change(edit)
	toast.info(title, { action: { label: 'Undo', onClick: () => replace(plan) } })
}

/** A state whose latest value can be read by what runs later, such as "Undo". */
function useLatest(first: () => TypedPlan | null) {
	const [plan, setPlan] = useState(first)
	const latest = useRef(plan)
	const [show] = useState(() => (next: TypedPlan | null) => {
		latest.current = next
		setPlan(next)
	})
	return [plan, show, latest] as const
}

/** Returns the day on this device. A phone may show the page again days later. */
export function useToday(): number {
	const [today, setToday] = useState(localDay)
	useEffect(() => {
		const onVisible = () => setToday(localDay())
		document.addEventListener('visibilitychange', onVisible)
		return () => document.removeEventListener('visibilitychange', onVisible)
	}, [])
	return today
}

function localDay(): number {
	const now = new Date()
	const two = (part: number) => String(part).padStart(2, '0')
	return dayNumber(`${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`)
}
