import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from '#server/platform/db/sql.ts'
import { serviceRoleClient, signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import type { World } from '#test/world.ts'

/** Small files of the two stored types. */
export const guide = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'guide ')])
export const kit = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5_000, 'kit ')])

export interface StockedStore {
	/** The clients of two signed-in users, who have bought nothing yet. */
	ada: SupabaseClient
	ben: SupabaseClient
	benId: string
}

/** Puts two released files, one of them paid, and two unreleased ones into a world's store. */
export async function stockStore(world: World): Promise<StockedStore> {
	const [ada, ben] = [await signedInClient(world), await signedInClient(world)]
	const benId = (await ben.auth.getUser()).data.user?.id ?? ''
	const owner = bucketOf(serviceRoleClient(world))
	for (const [names, bytes] of [
		[['StudentGuide.pdf', 'blank.pdf'], guide],
		[['CV.zip', 'northeast-money-guide.zip'], kit],
	] as const)
		for (const name of names) {
			const { error } = await owner.upload(name, bytes)
			if (error !== null) throw error
		}
	return { ada, ben, benId }
}

/** Records a sale of the paid file, and removes all other purchases. */
export async function onlySale(world: World, userId: string): Promise<void> {
	await runAsSuperuser(world, 'truncate public.purchases, public.downloads cascade')
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status)
		values (${userId}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'completed')`)
}

export function bucketOf(client: SupabaseClient) {
	return client.storage.from('pdfs')
}
