import { type ReactNode, useId } from 'react'
import type { AccountPlan, AccountState } from './account-plan.ts'
import { factsOf, Question } from './question.tsx'

interface AccountKeepingProps {
	state: AccountState
	plan: AccountPlan
	hasPlan: boolean
	/** Where the numbers are if the account doesn't keep them. */
	children: ReactNode
}

const says = {
	saving: 'Saving to your account …',
	saved:
		'They’re in your account. Any device you sign in on shows them; here they stay also after you sign out.',
	waiting:
		'Not in your account yet: we couldn’t reach it. They’re saved in this browser, and go there when you next change something or come back.',
	stuck: 'They’re still in your account: we couldn’t reach it. Please try again in a moment.',
	refused:
		'Your account can’t keep this plan, so it’s in this browser only. You may no longer have the planner, or the plan is too long.',
} as const

/** Says where the numbers are kept, and offers to keep them in the account too. */
export function AccountKeeping({ state, plan, hasPlan, children }: AccountKeepingProps) {
	const id = useId()
	const isOn = state.kind !== 'off'
	if (state.kind === 'differs')
		return (
			<div role="status" className="planner-fields">
				<Question
					text={`Your account has another plan, from another device: one ${factsOf(state.other)}. Which one do you want?`}
					yes="Use that one"
					onYes={() => plan.takeOther(state)}
					no="Keep the one here"
					onNo={() => plan.keepMine(state)}
				/>
			</div>
		)
	return (
		<>
			<p role="status">{isOn ? says[state.kind] : children}</p>
			{hasPlan || isOn ? (
				<div>
					<label className="planner-tick">
						<input
							type="checkbox"
							checked={isOn}
							aria-describedby={id}
							onChange={isOn ? plan.forget : plan.keep}
						/>
						Keep them in my account too
					</label>
					<p id={id} className="margin-note">
						{isOn
							? 'Without the tick, they’re deleted from your account and stay here.'
							: 'Then your other devices show them, and they aren’t lost with this browser’s data.'}
					</p>
				</div>
			) : null}
		</>
	)
}
