import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from '#server/platform/db/sql.ts'
import { signedInClient } from '#test/clients.ts'
import { runAsSuperuser } from '#test/run-as-superuser.ts'
import { createWorld, type World } from '#test/world.ts'

/** A shop with two signed-in users, and their ids. */
export interface TwoBuyers {
	world: World
	ada: SupabaseClient
	adaId: string
	ben: SupabaseClient
	benId: string
}

export async function createTwoBuyers(): Promise<TwoBuyers> {
	const world = await createWorld()
	const [ada, ben] = [await signedInClient(world), await signedInClient(world)]
	const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? ''
	return { world, ada, adaId: await idOf(ada), ben, benId: await idOf(ben) }
}

/** Leaves exactly three purchases: Ben owns one guide, and Ada and Ben have each started to buy one. */
export async function resetPurchases({
	world,
	adaId,
	benId,
}: Pick<TwoBuyers, 'world' | 'adaId' | 'benId'>): Promise<void> {
	await runAsSuperuser(world, 'truncate public.purchases cascade')
	await world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status, stripe_session_id) values
			(${benId}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'completed', 'cs_ben'),
			(${benId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'pending', 'cs_ben_open'),
			(${adaId}, 'prod_budget_planner', 'Student Budget Planner', 5.99, 'pending', 'cs_ada_open')`)
}

/** The row that pages insert when a user takes the free guide. */
export const freeGuide = () => ({
	product_id: '1',
	product_name: 'Student Guide',
	price: 0,
	status: 'completed',
	currency: 'GBP',
})
