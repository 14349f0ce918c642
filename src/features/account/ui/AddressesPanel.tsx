import { useState } from 'react';
import { useStore } from '@nanostores/react';
import { addressLines } from '#shared/address.ts';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import type { BookedAddress } from '../api/addresses.ts';
import { addresses, countryRules, dropAddress, preferAddress } from '../store/account.ts';
import { AddressForm } from './AddressForm.tsx';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import { Shown } from './Shown.tsx';
import styles from './account.module.css';

export function AddressesPanel() {
  const [edited, setEdited] = useState<BookedAddress | 'new' | null>(null);
  const rules = useStore(countryRules.$state);
  const saving = useSaving();
  const countries = rules.status === 'ready' ? rules.value : [];

  return (
    <Panel
      title="Addresses"
      about="Checkout uses the default address. Orders keep the address they were placed with."
      saving={saving}
    >
      <Shown resource={addresses} lines={4} label="Loading your addresses">
        {(value) => (
          <>
            {value.length === 0 && edited === null && (
              <p className="soft">No addresses yet. Save one to check out faster.</p>
            )}
            <ul className={styles['list']}>
              {value.map((address) => (
                <li key={address.id}>
                  <address>
                    {address.label !== '' && <b>{address.label} </b>}
                    {address.is_default && <Badge tone="good">Default</Badge>}
                    {addressLines(
                      address,
                      countries.find(({ code }) => code === address.country) ?? null,
                    ).map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                  </address>
                  <div className={styles['row']}>
                    {!address.is_default && (
                      <Button
                        size="small"
                        onClick={() =>
                          void saving.run(() => preferAddress(address.id), 'Default changed.')
                        }
                      >
                        Make default
                      </Button>
                    )}
                    <Button size="small" onClick={() => setEdited(address)}>
                      Edit
                    </Button>
                    <Button
                      size="small"
                      look="danger"
                      onClick={() =>
                        void saving.run(() => dropAddress(address.id), 'Address removed.')
                      }
                    >
                      Remove
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
      {edited === null ? (
        <Button onClick={() => setEdited('new')}>Add an address</Button>
      ) : (
        <AddressForm
          key={edited === 'new' ? 'new' : edited.id}
          start={edited === 'new' ? null : edited}
          countries={countries}
          saving={saving}
          onEnd={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
