import { useKeptPlan, useToday } from './plan-store.ts'
import { Planner } from './planner.tsx'

/** The planner with a user's own numbers, which this browser keeps. */
export function HolderPlanner({ userId }: { userId: string }) {
	return <Planner store={useKeptPlan(userId)} today={useToday()} />
}
