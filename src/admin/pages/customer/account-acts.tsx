import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ExportButton } from '#admin/ui/export-button.tsx'
import { Select } from '#admin/ui/select.tsx'
import type { Answer } from '#shared/admin/api.ts'
import { accountName } from '#shared/names.ts'
import { Field } from '#web/ui/field.tsx'

interface AccountActsProps {
	customer: Answer<'customer'>
	onChanged: () => void
}

const bans = [
	{ value: '1', label: 'A day' },
	{ value: '7', label: 'A week' },
	{ value: '30', label: '30 days' },
	{ value: '365', label: 'A year' },
]

/** Lists what a member can do with the customer's account. */
export function AccountActs({ customer, onChanged }: AccountActsProps) {
	const { id, devices, banned_until, has_second_step, is_guest } = customer
	const { role } = useMe()
	const navigate = useNavigate()
	return (
		<section aria-labelledby="account">
			<h2 id="account" className="section-title">
				Account
			</h2>
			<div className="flex flex-wrap gap-2">
				{devices?.length === 0 ? null : (
					<ActButton
						act="sign-out-customer"
						input={{ customer: id }}
						title="Sign them out"
						label="Sign out everywhere"
						opens="Sign out everywhere …"
						done="They are signed out."
						onDone={onChanged}
					/>
				)}
				{banned_until === null ? (
					<BanButton id={id} onChanged={onChanged} />
				) : (
					<ActButton
						act="end-ban"
						input={{ customer: id }}
						title="End the ban"
						label="End the ban"
						opens="End the ban …"
						done="They can sign in again."
						onDone={onChanged}
					/>
				)}
				{role === 'owner' && has_second_step ? (
					<ActButton
						act="drop-second-step"
						input={{ customer: id }}
						title="Turn two-step verification off"
						label="Turn it off"
						opens="Lost their second step …"
						isDanger
						reason="needed"
						done="They can sign in without it."
						onDone={onChanged}
					/>
				) : null}
				{role === 'owner' && !is_guest ? <AddressButton id={id} onChanged={onChanged} /> : null}
				{role === 'owner' ? (
					<ExportButton name="export-customer" input={{ customer: id }} label="Download their data" />
				) : null}
				{role === 'owner' ? (
					<ActButton
						act="erase-customer"
						input={{ customer: id }}
						title={`Delete the account of ${accountName(customer)}`}
						label="Delete the account"
						opens="Delete the account …"
						isDanger
						reason="needed"
						done="The account is deleted."
						onDone={() => void navigate('/customers')}
					/>
				) : null}
			</div>
			{role === 'owner' ? (
				<p className="margin-note mt-3">
					The download also contains your notes about them, which customers’ own downloads leave out. Read it
					before you pass it on.
				</p>
			) : null}
		</section>
	)
}

function AddressButton({ id, onChanged }: { id: string; onChanged: () => void }) {
	const [email, setEmail] = useState('')
	return (
		<ActButton
			act="change-address"
			input={/^\S+@\S+\.\S+$/.test(email) ? { customer: id, email } : undefined}
			title="Change their address"
			label="Email the link"
			opens="Change the address …"
			onOpen={() => setEmail('')}
			isDanger
			reason="needed"
			done="The link is on its way."
			onDone={onChanged}
		>
			<Field
				label="New address"
				name="address"
				type="email"
				autoComplete="off"
				value={email}
				onChange={(event) => setEmail(event.target.value)}
			/>
		</ActButton>
	)
}

function BanButton({ id, onChanged }: { id: string; onChanged: () => void }) {
	const [days, setDays] = useState('7')
	return (
		<ActButton
			act="ban-customer"
			input={{ customer: id, days: Number(days) }}
			title="Ban this customer"
			label="Ban them"
			opens="Ban …"
			isDanger
			reason="needed"
			done="They are banned."
			onDone={onChanged}
		>
			<Select label="For how long" value={days} options={bans} onChange={setDays} />
		</ActButton>
	)
}
