import { useState } from 'react'
import { useRead } from '#admin/api/use-read.ts'
import { useMe } from '#admin/session/session.ts'
import { ActButton } from '#admin/ui/act-dialog.tsx'
import { ListTable } from '#admin/ui/list-table.tsx'
import { PageFrame } from '#admin/ui/page-frame.tsx'
import { Select } from '#admin/ui/select.tsx'
import { dayOfTime, timeOf } from '#admin/ui/times.ts'
import type { Answer } from '#shared/admin/api.ts'
import type { Role } from '#shared/admin/members.ts'
import { roleNames } from '#shared/admin/names.ts'
import { Field } from '#web/ui/field.tsx'

type Listed = Answer<'members'>
type Member = Listed['members'][number]
type Invitation = Listed['invitations'][number]

/** Lists the members of staff, and what each may do. */
export function Page() {
	const read = useRead('members', {})
	return (
		<PageFrame
			title="Members"
			note="The people who run the shop with you. Each has their own account. On a public site, they also need a second step to sign in."
			updatedAt={read.updatedAt}
			actions={<InviteButton onDone={read.reload} />}
		>
			<ListTable
				caption="Members"
				columns={[
					{ title: 'Who', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
					{ title: 'Role', cell: ({ role }) => roleNames[role] },
					{
						title: 'Second step',
						cell: ({ has_second_step: has }) => (has ? 'On' : 'Not yet'),
						onlyWide: true,
					},
					{
						title: 'Last here',
						cell: ({ used_at: at }) => (at === null ? 'Signed out' : timeOf(at)),
						onlyWide: true,
					},
					{ title: 'Since', cell: ({ added_at: at }) => dayOfTime(at), onlyWide: true },
					{
						title: 'Change',
						cell: (member) => <MemberActs member={member} onDone={read.reload} />,
						ownLine: true,
					},
				]}
				rows={read.data?.members}
				keyOf={({ id }) => id}
				read={read}
				empty={null}
			/>
			{read.data === undefined || read.data.invitations.length === 0 ? null : (
				<Invitations invitations={read.data.invitations} onDone={read.reload} />
			)}
		</PageFrame>
	)
}

function Invitations({ invitations, onDone }: { invitations: readonly Invitation[]; onDone: () => void }) {
	return (
		<section className="mt-10">
			<h2 className="text-subheading">Invited</h2>
			<div className="mt-3">
				<ListTable
					caption="Open invitations"
					columns={[
						{ title: 'Who', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
						{ title: 'As', cell: ({ role }) => roleNames[role] },
						{ title: 'Invited', cell: ({ invited_at: at }) => dayOfTime(at), onlyWide: true },
						{ title: 'Until', cell: ({ expires_at: at }) => dayOfTime(at) },
						{
							title: 'Change',
							ownLine: true,
							cell: ({ email }) => (
								<ActButton
									act="withdraw-invitation"
									input={{ email }}
									title={`Withdraw the invitation of ${email}`}
									label="Withdraw"
									reason="none"
									done="The invitation is withdrawn"
									onDone={onDone}
								/>
							),
						},
					]}
					rows={invitations}
					keyOf={({ email }) => email}
					empty={null}
				/>
			</div>
		</section>
	)
}

const roles = Object.entries(roleNames).map(([value, label]) => ({ value, label }))

function InviteButton({ onDone }: { onDone: () => void }) {
	const [email, setEmail] = useState('')
	const [role, setRole] = useState<Role>('helper')
	const isWhole = /^\S+@\S+\.\S+$/.test(email.trim())
	return (
		<ActButton
			act="invite-member"
			variant="primary"
			input={isWhole ? { email, role } : undefined}
			title="Invite somebody"
			opens="Invite somebody"
			label="Send the invitation"
			done="The invitation is on its way"
			onDone={() => {
				setEmail('')
				onDone()
			}}
		>
			<Field
				label="Email"
				name="email"
				type="email"
				autoComplete="off"
				required
				autoFocus
				value={email}
				onChange={(event) => setEmail(event.target.value)}
			/>
			<Select label="Role" value={role} options={roles} onChange={(value) => setRole(readRole(value))} />
		</ActButton>
	)
}

function MemberActs({ member, onDone }: { member: Member; onDone: () => void }) {
	const { id, email, role: current } = member
	const me = useMe()
	const [role, setRole] = useState<Role>(current)
	return (
		<div className="flex flex-wrap gap-2">
			<ActButton
				act="change-role"
				input={role === current ? undefined : { id, role }}
				title={`Change the role of ${email}`}
				opens="Role"
				label="Change the role"
				done="The role is changed"
				onDone={onDone}
			>
				<Select label="Role" value={role} options={roles} onChange={(value) => setRole(readRole(value))} />
			</ActButton>
			<ActButton
				act="remove-member"
				input={{ id }}
				title={id === me.id ? 'Remove yourself' : `Remove ${email}`}
				opens="Remove"
				label="Remove"
				isDanger
				done={`${email} is no longer a member`}
				onDone={onDone}
			/>
		</div>
	)
}

function readRole(value: string): Role {
	return value === 'owner' || value === 'accountant' ? value : 'helper'
}
