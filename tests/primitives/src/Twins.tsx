/** The primitives of islands, in every state. */
import { useState } from 'react';
import { Badge } from '#ui/react/Badge.tsx';
import { Button } from '#ui/react/Button.tsx';
import { Chip } from '#ui/react/Chip.tsx';
import { Choice } from '#ui/react/Choice.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { EmptyState } from '#ui/react/EmptyState.tsx';
import { Field, Select, TextArea } from '#ui/react/Field.tsx';
import { MoneyText } from '#ui/react/MoneyText.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Progress } from '#desk-kit/ui/Progress.tsx';
import { QuantityStepper } from '#ui/react/QuantityStepper.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { StageBar } from '#ui/react/StageBar.tsx';
import { Table } from '#ui/react/Table.tsx';
import { Tabs } from '#ui/react/Tabs.tsx';
import { Toasts } from '#ui/react/Toasts.tsx';

const notices = ['plain', 'info', 'caution', 'fault'] as const;

function Inputs() {
  const [quantity, setQuantity] = useState(1);
  const [unit, setUnit] = useState<'mm' | 'inch'>('mm');
  return (
    <>
      <Field label="Region" optional hint="Only where addresses have one." />
      <Field
        label="Postcode"
        hint="As on a letter."
        error="We need a postcode to price shipping."
      />
      <Field label="Order number" defaultValue="KW-1042" readOnly />
      <Select label="Country" defaultValue="IE">
        <option value="IE">Ireland</option>
        <option value="PT">Portugal</option>
      </Select>
      <TextArea label="Note to the workshop" optional />
      <Choice type="checkbox" label="Ship everything together" hint="Leaves with batch 2." />
      <Choice type="checkbox" label="Not for this board" disabled />
      <Choice type="radio" name="method" label="Standard" defaultChecked />
      <Choice type="radio" name="method" label="Express" />
      <QuantityStepper label="Quantity" value={quantity} max={3} onChange={setQuantity} />
      <Segments
        legend="Unit"
        value={unit}
        choices={[
          { value: 'mm', label: 'Millimetres' },
          { value: 'inch', label: 'Inches' },
        ]}
        onChange={setUnit}
      />
    </>
  );
}

function Facts() {
  const [tab, setTab] = useState('box');
  return (
    <>
      <Tabs
        label="About this board"
        tabs={[
          { id: 'box', label: 'In the box' },
          { id: 'need', label: 'Still needed' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'box' ? 'Case, plate, weight.' : 'Switches and caps.'}
      </Tabs>
      <Table label="Amounts">
        <tbody>
          <tr>
            <th scope="row">Base kit</th>
            <td className="number">
              <MoneyText minor={12900} currency="EUR" before={13900} />
            </td>
          </tr>
        </tbody>
      </Table>
      <StageBar
        steps={[
          { name: 'Paid', progress: 'done', when: '2 Mar 2026' },
          { name: 'In production', progress: 'now' },
          { name: 'Shipped', progress: 'ahead' },
        ]}
      />
      <Progress label="Exporting orders" value={400} goal={1000} onCancel={() => undefined} />
      <Skeleton lines={2} />
      {notices.map((tone) => (
        <Notice key={tone} tone={tone} title={`Notice ${tone}`}>
          <p>Says what it is and what to do.</p>
        </Notice>
      ))}
      <EmptyState title="No saved designs" actions={<Button look="primary">Start one</Button>}>
        Designs you save in the colour picker wait here.
      </EmptyState>
    </>
  );
}

export function Twins() {
  const [open, setOpen] = useState(false);
  const [pressed, setPressed] = useState(true);
  const [toasts, setToasts] = useState<readonly { id: string; text: string }[]>([]);
  return (
    <>
      <p className="keys">
        <Button look="primary" onClick={() => setOpen(true)}>
          Open a drawer
        </Button>
        <Button pending>Saving</Button>
        <Button onClick={() => setToasts([{ id: 'one', text: 'Taken out of the cart.' }])}>
          Show a toast
        </Button>
        <Badge tone="good">Paid</Badge>
        <Chip pressed={pressed} count={3} onClick={() => setPressed(!pressed)}>
          Unpaid
        </Chip>
      </p>
      <Inputs />
      <Facts />
      <Dialog open={open} title="Your cart" drawer onClose={() => setOpen(false)}>
        <p>One board, one kit.</p>
      </Dialog>
      <Toasts toasts={toasts} onDismiss={() => setToasts([])} />
    </>
  );
}
