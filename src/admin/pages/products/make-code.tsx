import { type ReactNode, useState } from 'react'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { Select } from '#admin/ui/select.tsx'
import { Tick } from '#admin/ui/tick.tsx'
import type { Answer, Sent } from '#shared/admin/api.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { codePattern } from '#shared/discount.ts'
import { formatPounds, readPounds } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'

type Guide = Answer<'discount-codes'>['guides'][number]

interface MakeCodeProps {
	/** The guides and bundles that a code can be for. */
	guides: readonly Guide[]
	onDone: () => void
}

interface Draft {
	code: string
	kind: string
	amount: string
	/** The ids of the guides and bundles that the code is for; null for all guides. */
	guides: readonly string[] | null
	/** Whether a code for all guides is for all bundles too. */
	isForBundles: boolean
	from: string
	until: string
	most: string
	isOnce: boolean
}

const blank: Draft = {
	code: '',
	kind: 'percent',
	amount: '',
	guides: null,
	isForBundles: false,
	from: '',
	until: '',
	most: '',
	isOnce: false,
}

/** Opens the dialog that creates a discount code. It says what each guide and bundle will cost. */
export function MakeCode({ guides, onDone }: MakeCodeProps) {
	const [draft, setDraft] = useState<Draft>(blank)
	const change = (changed: Partial<Draft>) => setDraft((last) => ({ ...last, ...changed }))
	const code = draft.code.trim().toUpperCase()
	return (
		<ActButton
			act="make-code"
			variant="primary"
			input={inputOf(draft)}
			title="Make a code"
			opens="Make a code"
			label={codePattern.test(code) ? `Make ${code}` : 'Make the code'}
			done={`${code} is made`}
			onDone={() => {
				setDraft(blank)
				onDone()
			}}
		>
			<Field
				label="Code"
				name="code"
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				hint="3 to 20 letters and digits. Customers can type it in small letters too."
				error={
					code === '' || /^[A-Z0-9]{0,20}$/.test(code) ? undefined : 'Letters and digits only, 20 at most.'
				}
				maxLength={30}
				autoFocus
				value={draft.code}
				onChange={(event) => change({ code: event.target.value })}
			/>
			<Pair>
				<Select
					label="Takes off"
					value={draft.kind}
					options={[
						{ value: 'percent', label: 'A percentage' },
						{ value: 'pounds', label: 'An amount' },
					]}
					onChange={(kind) => change({ kind })}
				/>
				<Field
					label={draft.kind === 'percent' ? 'Per cent' : 'Pounds'}
					name="amount"
					inputMode={draft.kind === 'percent' ? 'numeric' : 'decimal'}
					autoComplete="off"
					error={
						draft.amount.trim() === '' || offOf(draft) !== undefined
							? undefined
							: draft.kind === 'percent'
								? 'A whole number, such as 20.'
								: 'An amount such as 5 or 5.00.'
					}
					maxLength={9}
					value={draft.amount}
					onChange={(event) => change({ amount: event.target.value })}
				/>
			</Pair>
			<Guides guides={guides} draft={draft} onChange={change} />
			<Pair>
				<Field
					label="First day"
					name="from"
					type="date"
					hint="Leave it empty to begin now."
					value={draft.from}
					onChange={(event) => change({ from: event.target.value })}
				/>
				<Field
					label="Last day"
					name="until"
					type="date"
					hint="Leave it empty for no last day."
					value={draft.until}
					onChange={(event) => change({ until: event.target.value })}
				/>
			</Pair>
			<Field
				label="Total uses"
				name="most"
				inputMode="numeric"
				autoComplete="off"
				hint="Leave it empty for any number of uses."
				error={draft.most.trim() === '' || mostOf(draft) !== undefined ? undefined : 'From 1 to 10000.'}
				maxLength={5}
				value={draft.most}
				onChange={(event) => change({ most: event.target.value })}
			/>
			<Tick label="Once per customer" checked={draft.isOnce} onChange={(isOnce) => change({ isOnce })} />
		</ActButton>
	)
}

interface GuidesProps {
	guides: readonly Guide[]
	draft: Draft
	onChange: (changed: Partial<Draft>) => void
}

function Guides({ guides, draft: { guides: chosen, isForBundles }, onChange }: GuidesProps) {
	const hasBundles = guides.some(({ id }) => isBundle(id))
	return (
		<div className="grid gap-2">
			<Select
				label="For"
				value={chosen !== null ? 'some' : isForBundles ? 'everything' : 'all'}
				options={[
					{ value: 'all', label: 'All paid guides' },
					...(hasBundles ? [{ value: 'everything', label: 'All paid guides and bundles' }] : []),
					{ value: 'some', label: hasBundles ? 'Some guides or bundles' : 'Some guides' },
				]}
				onChange={(value) =>
					onChange({ guides: value === 'some' ? [] : null, isForBundles: value === 'everything' })
				}
			/>
			{chosen === null ? null : (
				<fieldset>
					<legend className="sr-only">Guides that the code is for</legend>
					{guides.map(({ id, title, price_pence: pence }) => (
						<Tick
							key={id}
							label={`${title}, ${formatPounds(pence)}`}
							checked={chosen.includes(id)}
							onChange={(isOn) =>
								onChange({ guides: isOn ? [...chosen, id] : chosen.filter((other) => other !== id) })
							}
						/>
					))}
				</fieldset>
			)}
		</div>
	)
}

/** Two fields, side by side if there is room. */
function Pair({ children }: { children: ReactNode }) {
	return <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
}

/** Returns the input to send; undefined while a field is missing or wrong. */
function inputOf(draft: Draft): Sent<'make-code'> | undefined {
	const { code, guides, isForBundles, from, until, isOnce } = draft
	const off = offOf(draft)
	const most = mostOf(draft)
	const isWhole = codePattern.test(code.trim()) && (draft.most.trim() === '' || most !== undefined)
	if (!isWhole || off === undefined || guides?.length === 0) return undefined
	return {
		code: code.trim(),
		...off,
		once_per_customer: isOnce,
		...(guides === null ? { with_bundles: isForBundles } : { guides: [...guides] }),
		...(from === '' ? {} : { from }),
		...(until === '' ? {} : { until }),
		...(most === undefined ? {} : { most_uses: most }),
	}
}

function offOf({ kind, amount }: Draft): { percent_off: number } | { off_pence: number } | undefined {
	if (kind === 'percent') {
		const percent = Number(/^\s*(\d{1,3})\s*%?\s*$/.exec(amount)?.[1] ?? 0)
		return percent > 0 && percent <= 100 ? { percent_off: percent } : undefined
	}
	const pence = readPounds(amount)
	return pence !== undefined && pence > 0 && pence <= 1_000_000 ? { off_pence: pence } : undefined
}

function mostOf({ most }: Draft): number | undefined {
	const text = most.trim()
	return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_000 ? Number(text) : undefined
}
