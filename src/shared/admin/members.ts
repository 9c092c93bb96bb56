import { z } from 'zod'
import { emailAddress } from '#shared/email-address.ts'
import { instant } from '#shared/instant.ts'
import { acts, reads } from './declare.ts'
import { memberId } from './ids.ts'

/**
 * What a member of staff may do: an owner may do everything, a helper helps customers and writes, an editor only writes, an accountant
 * reads and exports.
 */
export const roleSchema = z.enum(['owner', 'helper', 'editor', 'accountant'])
export type Role = z.infer<typeof roleSchema>

const emailSchema = z
	.string()
	.trim()
	.max(255)
	.pipe(emailAddress('must be a whole email address, such as name@example.com'))
const idSchema = z.uuid()
/** A member in the list. */
export const memberRow = z.object({
	id: idSchema,
	email: z.string(),
	role: roleSchema,
	added_at: instant,
	has_second_step: z.boolean(),
	/** When they last used the admin; null if they are not signed in to it. */
	used_at: instant.nullable(),
})

/** An invitation that can still be accepted. */
export const invitationRow = z.object({
	email: z.string(),
	role: roleSchema,
	invited_at: instant,
	expires_at: instant,
})

export const membersApi = {
	'who-am-i': reads(
		{},
		z.object({
			/** Null for the service role. */
			id: z.uuid().nullable(),
			/** The name under which the log lists them. */
			name: z.string(),
			role: roleSchema,
			/** What the shop is called. */
			shop_name: z.string(),
			/** The address of the shop. */
			site_url: z.string(),
			/** Whether this is a public site, as opposed to a local run. */
			is_public: z.boolean(),
		}),
	),
	members: reads(
		{},
		z.object({
			members: z.array(memberRow),
			invitations: z.array(invitationRow),
		}),
	),
	/** The invitation's link to pass on; null if there is an account with that address, which is then a member. */
	'add-member': acts({ email: emailSchema, role: roleSchema }, z.object({ link: z.string().nullable() })),
	'invite-member': acts({ email: emailSchema, role: roleSchema }, z.null()),
	'withdraw-invitation': acts({ email: emailSchema }, z.null()),
	'change-role': acts({ id: memberId, role: roleSchema }, z.null()),
	'remove-member': acts({ id: memberId }, z.null()),
}
