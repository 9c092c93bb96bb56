import { type Mail, mailName, mailState } from '#admin/ui/record-names.ts'

const few = 5

/** Lists the emails that the shop has a record of, and whether each was sent. */
export function Mails({ mails }: { mails: readonly Mail[] }) {
	return (
		<section aria-labelledby="mails">
			<h2 id="mails" className="section-title">
				Emails
			</h2>
			{mails.length === 0 ? (
				<p className="text-soft">
					None on record. An email isn’t listed once its link or code has been used.
				</p>
			) : (
				<>
					<List mails={mails.slice(0, few)} />
					{mails.length > few ? (
						<details className="more-lines">
							<summary>{mails.length - few} older</summary>
							<List mails={mails.slice(few)} />
						</details>
					) : null}
				</>
			)}
		</section>
	)
}

function List({ mails }: { mails: readonly Mail[] }) {
	return (
		<ul className="lines">
			{mails.map((mail) => (
				<li key={`${mail.mail} ${mail.about} ${mail.at}`}>
					{mailName(mail)}
					<span className={`block wrap-anywhere ${mail.refusal === null ? 'text-soft' : 'text-brick'}`}>
						{mailState(mail)}
					</span>
				</li>
			))}
		</ul>
	)
}
