import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
	listStoredProviders,
	planProvider,
	planProviderRemoval,
} from '#server/features/universities/plan-provider.ts'
import {
	type AdminContext,
	acting,
	type Command,
	reading,
	UsageError,
} from '#server/operations/admin-cli/command.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import { isLocalHost } from '#server/platform/config/setting-fields.ts'
import { dayOf } from '#shared/dates.ts'

const providerSchema = z.object({ id: z.uuid(), entity_id: z.string(), domains: z.array(z.string()) })

/** The commands about universities whose members sign in at their own identity provider. */
export const ssoCommands: Readonly<Record<string, Command>> = {
	'list-sso': reading({
		does: 'lists the universities whose members can sign in with their campus account',
		shape: z.array(
			providerSchema.extend({
				metadata_url: z.string().nullable(),
				disabled: z.boolean(),
				added_at: z.iso.datetime(),
			}),
		),
		read: async (admin) =>
			(await listStoredProviders(admin)).map(
				({ id, entity_id, domains, metadata_url, disabled, created_at }) => ({
					id,
					entity_id,
					metadata_url,
					disabled,
					domains: domains.map(({ domain }) => domain),
					added_at: created_at.toISOString(),
				}),
			),
		lines: (providers) =>
			providers.length === 0
				? ['There are none: npm run admin -- add-sso <metadata> --domains <domains> --by <you>.']
				: tableOf(
						[{ title: 'Added' }, { title: 'On' }, { title: 'Domains' }, { title: 'Entity ID' }],
						providers.map(({ added_at, disabled, domains, entity_id }) => [
							dayOf(new Date(added_at)),
							disabled ? 'no' : 'yes',
							domains.join(', '),
							shortened(entity_id),
						]),
					),
	}),
	'add-sso': acting({
		does: 'lets the members of a university sign in with their campus account: give its SAML metadata and the domains of its addresses',
		takes: ['<https address or file>'],
		options: { domains: '<campus.ac.uk,student.campus.ac.uk>', reason: '<why>' },
		needs: ['domains'],
		shape: providerSchema,
		plan: async (admin, { args, options }, decided) => {
			const metadata = await metadataOf((args[0] ?? '').trim())
			const domains = (options.domains ?? '').split(',').filter((domain) => domain.trim() !== '')
			const { will, act } = await planProvider(contextOf(admin), { metadata, domains }, decided)
			return {
				will,
				act: async () => {
					const { id, entityId, domains: own } = await act()
					return { id, entity_id: entityId, domains: own }
				},
			}
		},
		lines: ({ id, domains }) => [
			`Members of ${domains.join(' and ')} can now sign in, provided that AUTH_SAML_KEY is set. The provider’s id is ${id}.`,
		],
	}),
	'remove-sso': acting({
		does: 'stops sign-ins through a university; its members keep their accounts',
		takes: ['<domain, entity ID or id>'],
		options: { reason: '<why>' },
		shape: providerSchema.omit({ domains: true }),
		plan: async (admin, { args }, decided) => {
			const { will, act } = await planProviderRemoval(admin, (args[0] ?? '').trim(), decided)
			return {
				will,
				act: async () => {
					const { id, entityId } = await act()
					return { id, entity_id: entityId }
				},
			}
		},
		lines: ({ entity_id }) => [`${entity_id} is removed.`],
	}),
}

function contextOf({ database, clock, siteUrl }: AdminContext) {
	return { database, clock, isLocal: isLocalHost(new URL(siteUrl).hostname) }
}

async function metadataOf(given: string): Promise<{ url: string } | { xml: string }> {
	if (/^https?:\/\//i.test(given)) return { url: given }
	const xml = await readFile(given, 'utf8').catch(() => {
		throw new UsageError(`“${given}” is neither an https address nor a file that can be read.`)
	})
	return { xml }
}
