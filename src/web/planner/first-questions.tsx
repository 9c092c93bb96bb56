import { type FormEvent, type ReactNode, useState } from 'react'
import { rhythms, rooms } from '#shared/planner/choices.ts'
import {
	type FirstAnswers,
	planFrom,
	type Regular,
	suggestedAnswers,
	suggestedLumps,
} from '#shared/planner/first-plan.ts'
import { loanPayments, type Nation } from '#shared/planner/loan-payments.ts'
import type { TypedPlan } from '#shared/planner/typed-plan.ts'
import { Button } from '#web/ui/button.tsx'
import { AmountInput, DayInput, SelectInput } from './inputs.tsx'

interface FirstQuestionsProps {
	today: number
	onDone: (plan: TypedPlan) => void
}

/** The most instalments that the questions ask for. More can be added to the plan. */
const mostLumps = 3

const nations = Object.keys(loanPayments) as Nation[]

/** Five questions on one page, with answers suggested where that is possible. They make a plan that can be changed later. */
export function FirstQuestions({ today, onDone }: FirstQuestionsProps) {
	const [answers, setAnswers] = useState(() => suggestedAnswers(today))
	const [isMissing, setIsMissing] = useState(false)
	const change = (next: Partial<FirstAnswers>) => setAnswers({ ...answers, ...next })
	const isMonthly = answers.nation !== null && loanPayments[answers.nation].rhythm === 'Monthly'
	function finish(event: FormEvent) {
		event.preventDefault()
		if (typeof answers.balance === 'number') onDone(planFrom(answers, today))
		else setIsMissing(true)
	}
	const regular = (name: 'wages' | 'rent' | 'bills', label: string) => (
		<RegularInputs label={label} value={answers[name]} onChange={(value) => change({ [name]: value })} />
	)
	return (
		<form onSubmit={finish} noValidate className="planner-questions">
			<p className="text-lead">
				Five questions, then you have your weekly number. Have your bank app beside you. A guess will do: you
				can change everything later.
			</p>
			<Question number={1} title="What’s in your account now?">
				<AmountInput
					label="Balance, £"
					hint="£80 into your overdraft? Type −80."
					error={
						isMissing && typeof answers.balance !== 'number'
							? 'Type the balance, such as 640 or 640.50.'
							: undefined
					}
					value={answers.balance}
					onChange={(balance) => change({ balance })}
				/>
			</Question>
			<Question number={2} title="Until when should it last?">
				<DayInput
					label="Last day"
					hint={`The end of the academic year, say. At most ${rooms.weeks} weeks from now.`}
					value={answers.until}
					onChange={(until) => change({ until })}
				/>
			</Question>
			<Question number={3} title="Which money has to last until the next?">
				<p>Loan instalments that are still to come, for example. None? Leave it empty.</p>
				<SelectInput
					label="Who pays your loan?"
					value={answers.nation}
					options={nations.map((nation) => [nation, nation])}
					none="Nobody, or someone else"
					onChange={(chosen) => {
						const nation = nations.find((one) => one === chosen) ?? null
						change({ nation, lumps: suggestedLumps(nation, today) })
					}}
				/>
				{answers.nation === null ? null : (
					<p className="margin-note">
						{isMonthly
							? 'SAAS pays on the 7th of each month or shortly before, if you study in Scotland; counted until May.'
							: 'One instalment at the start of each term. The days are usual ones: yours are in your student finance account.'}
					</p>
				)}
				{answers.lumps.map((lump, index) => {
					const changeLump = (next: Partial<typeof lump>) =>
						change({
							lumps: answers.lumps.map((one, other) => (other === index ? { ...one, ...next } : one)),
						})
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: instalments are only added at the end
						<div key={index} className="planner-pair">
							<AmountInput
								label={isMonthly ? 'Each month, £' : `Instalment ${index + 1}, £`}
								value={lump.amount}
								onChange={(amount) => changeLump({ amount })}
							/>
							<DayInput
								label={isMonthly ? 'Next on' : 'Arrives on'}
								value={lump.first}
								onChange={(first) => changeLump({ first })}
							/>
						</div>
					)
				})}
				{answers.lumps.length < mostLumps && !isMonthly ? (
					<Button
						variant="quiet"
						size="small"
						className="-ml-4 justify-self-start"
						onClick={() =>
							change({ lumps: [...answers.lumps, { amount: null, rhythm: 'Once', first: null }] })
						}
					>
						Another instalment
					</Button>
				) : null}
			</Question>
			<Question number={4} title="What else comes in?">
				<p>Wages after tax, or money from home. A little less than you hope.</p>
				{regular('wages', 'Wages, £')}
			</Question>
			<Question number={5} title="What goes out anyway?">
				{regular('rent', 'Rent, £')}
				{regular('bills', 'Bills and phone, £')}
			</Question>
			<Button type="submit" size="large">
				Show my number
			</Button>
		</form>
	)
}

function Question({ number, title, children }: { number: number; title: string; children: ReactNode }) {
	return (
		<fieldset>
			<legend className="text-heading">
				<span className="planner-count">{number}</span> {title}
			</legend>
			<div className="planner-fields">{children}</div>
		</fieldset>
	)
}

interface RegularInputsProps {
	label: string
	value: Regular
	onChange: (value: Regular) => void
}

function RegularInputs({ label, value, onChange }: RegularInputsProps) {
	return (
		<div className="planner-pair">
			<AmountInput label={label} value={value.amount} onChange={(amount) => onChange({ ...value, amount })} />
			<SelectInput
				label="How often"
				value={value.rhythm}
				options={rhythms.filter((rhythm) => rhythm !== 'Termly').map((rhythm) => [rhythm, rhythm])}
				onChange={(rhythm) => onChange({ ...value, rhythm })}
			/>
			<DayInput label="Next on" value={value.first} onChange={(first) => onChange({ ...value, first })} />
		</div>
	)
}
