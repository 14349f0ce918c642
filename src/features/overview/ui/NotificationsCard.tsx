import { Choice } from '#ui/react/Choice.tsx';
import { chooseTopic, declinedTopics } from '#features/account/store/notifications.ts';
import { ownFollows, setFollowsDrops } from '#features/updates/store/follows.ts';
import { Failure } from '#features/account/ui/Panel.tsx';
import { useSaving } from '#features/account/ui/saving.ts';
import { Shown } from '#features/account/ui/Shown.tsx';
import styles from '#features/account/ui/account.module.css';

const topics = [
  {
    topic: 'batch_updates',
    label: 'News about your orders',
    hint: 'Pictures from the factory, and new dates.',
  },
  {
    topic: 'order_stages',
    label: 'Order stages',
    hint: 'In production, packed. We always e-mail you about parcels.',
  },
  {
    topic: 'list_receipts',
    label: 'Raffle and list confirmations',
    hint: 'When you join a list, and when a raffle’s entries are frozen before the draw.',
  },
  {
    topic: 'group_buys',
    label: 'Group buys you voted for',
    hint: 'One e-mail when a product you voted for becomes a group buy.',
  },
] as const;

const youWill = 'You will get these e-mails.';
const youWont = 'You won’t get these e-mails.';

/** Kept as soon as it is chosen. */
export function NotificationsCard() {
  const saving = useSaving();
  return (
    <section className={`${styles['card']} ${styles['across']}`} aria-labelledby="notifications">
      <h2 id="notifications">E-mails you want</h2>
      {saving.failure !== null && <Failure failure={saving.failure} />}
      <Shown resource={declinedTopics} lines={6} label="Loading your e-mail settings">
        {(declined) => (
          <div className={styles['choices']}>
            {topics.map(({ topic, label, hint }) => (
              <Choice
                key={topic}
                type="checkbox"
                label={label}
                hint={hint}
                disabled={saving.isPending}
                checked={!declined.includes(topic)}
                onChange={({ target }) => {
                  const words = target.checked ? youWill : youWont;
                  void saving.run(() => chooseTopic(topic, target.checked), words);
                }}
              />
            ))}
          </div>
        )}
      </Shown>
      <Shown resource={ownFollows} lines={2} label="Loading what you follow">
        {(follows) => (
          <Choice
            type="checkbox"
            label="Everything new"
            hint="When we announce a product or open a group buy, a raffle or a list: one e-mail a day at most."
            disabled={saving.isPending}
            checked={follows.some(({ about }) => about === 'drops')}
            onChange={({ target }) => {
              const words = target.checked ? youWill : youWont;
              void saving.run(() => setFollowsDrops(follows, target.checked), words);
            }}
          />
        )}
      </Shown>
      <output className={styles['done']}>{saving.done}</output>
      <p className="soft">
        We always e-mail you about payments, parcels, offers with a deadline and the security of
        your account.
      </p>
    </section>
  );
}
