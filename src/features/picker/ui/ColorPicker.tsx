import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/react/Button.tsx';
import { Dialog } from '#ui/react/Dialog.tsx';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { latePart } from '#ui/react/late-part.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Segments } from '#ui/react/Segments.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import { Tabs } from '#ui/react/Tabs.tsx';
import { useMedia } from '#ui/react/use-media.ts';
import { coloursByCode, type DesignKit } from '#features/designs/model/design-kit.ts';
import type { Palette } from '#features/colours/model/palette.ts';
import { $designName, $said } from '../store/design-desk.ts';
import { $opening, openDesk } from '../store/design-opening.ts';
import { Board } from './Board.tsx';
import type { SeenAs } from './Checks.tsx';
import { Colours } from './Colours.tsx';
import { OrderBar } from './OrderBar.tsx';
import { Parts } from './Parts.tsx';
import { Sights } from './Sights.tsx';
import { Tools } from './Tools.tsx';
import { nameColours } from './paint-actions.ts';
import styles from './picker.module.css';

type Sheet = { readonly open: boolean; readonly onClose: () => void };

const waiting = <Skeleton lines={5} />;
const frame = (failure: ReactNode, { open, onClose }: Sheet) => (
  <Dialog open={open} title="Not loaded" onClose={onClose}>
    {failure}
  </Dialog>
);
const Ideas = latePart({ load: () => import('./Ideas.tsx').then((code) => code.Ideas), waiting });
const Checks = latePart({
  load: () => import('./Checks.tsx').then((code) => code.Checks),
  waiting,
});
const Keep = latePart({ load: () => import('./Keep.tsx').then((code) => code.Keep), waiting });
const ImportLayout = latePart({
  load: () => import('./ImportLayout.tsx').then((code) => code.ImportLayout),
  waiting: null,
  frame,
});
const SaveDesign = latePart({
  load: () => import('./SaveDesign.tsx').then((code) => code.SaveDesign),
  waiting: null,
  frame,
});

export type PickerData = {
  readonly palettes: readonly Palette[];
  readonly kits: readonly DesignKit[];
};

if ('window' in globalThis) void openDesk();

const tabs = [
  { id: 'colours', label: 'Colours' },
  { id: 'parts', label: 'Parts' },
  { id: 'ideas', label: 'Ideas' },
  { id: 'checks', label: 'Checks' },
  { id: 'keep', label: 'Save' },
];
type View = 'top' | 'angled';
type Desk = 'shop' | 'light' | 'dark';
/** Too narrow for colours beside a whole board: they are docked with the tools, see the styles. */
const narrow = '(width < 68rem)';

function Said() {
  return (
    <output className="visually-hidden" data-said>
      {useStore($said)}
    </output>
  );
}

function Picker({ palettes, kits }: PickerData) {
  const opening = useStore($opening);
  const name = useStore($designName);
  const [tab, setTab] = useState('colours');
  const [view, setView] = useState<View>('top');
  const [desk, setDesk] = useState<Desk>('shop');
  const [seenAs, setSeenAs] = useState<SeenAs>('all');
  const [typing, setTyping] = useState(false);
  const isDocked = useMedia(narrow);
  const [isFolded, setFolded] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const [dialog, setDialog] = useState<'none' | 'import' | 'save'>('none');
  const panels = {
    colours: <Colours palettes={palettes} />,
    parts: <Parts onImport={() => setDialog('import')} />,
    ideas: <Ideas palettes={palettes} />,
    checks: <Checks seenAs={seenAs} onSeenAs={setSeenAs} />,
    keep: <Keep />,
  };
  const isColoursOpen = tab === 'colours' && !isFolded;
  function pressColour(): void {
    if (isDocked && isColoursOpen) return setFolded(true);
    flushSync(() => {
      setTab('colours');
      setFolded(false);
    });
    const swatches = sheet.current?.querySelectorAll<HTMLElement>('[data-swatch]') ?? [];
    const chosen = [...swatches].find(({ ariaPressed }) => ariaPressed === 'true');
    (chosen ?? swatches[0])?.focus();
  }
  const tools = (
    <Tools
      typing={typing}
      onTyping={setTyping}
      colours={{ isOpen: isDocked ? isColoursOpen : undefined, onPress: pressColour }}
    />
  );
  if (opening.kind === 'opening')
    return (
      <div className={styles['opening']}>
        <Skeleton picture lines={4} label="Drawing the board" />
      </div>
    );
  return (
    <div className={styles['picker']}>
      {opening.kind === 'failed' && (
        <Notice tone="fault" role="alert" title="This design was not found">
          <p>{opening.message} You can paint the board below instead.</p>
        </Notice>
      )}
      <div className={styles['bench']}>
        {!isDocked && tools}
        <div className={styles['left']}>
          <div className={styles['held']}>
            <div className={styles['stage']} data-desk={desk}>
              <div style={seenAs === 'all' ? undefined : { filter: `url(#sight-${seenAs})` }}>
                <Board view={view} typing={typing} onTypingEnd={() => setTyping(false)} />
              </div>
              <div className={styles['stageFoot']}>
                <Segments
                  legend="View"
                  value={view}
                  choices={[
                    { value: 'top', label: 'From above' },
                    { value: 'angled', label: 'Angled' },
                  ]}
                  onChange={setView}
                />
                <Segments
                  legend="Desk"
                  value={desk}
                  choices={[
                    { value: 'shop', label: 'Plain' },
                    { value: 'light', label: 'Light desk' },
                    { value: 'dark', label: 'Dark desk' },
                  ]}
                  onChange={setDesk}
                />
                <Button look="primary" onClick={() => setDialog('save')}>
                  Save and share{name === '' ? '' : ` “${name}”`}
                </Button>
              </div>
            </div>
            <p id="board-help" className={styles['help']}>
              Press or drag over keys to paint them. With a keyboard: arrows move, Space paints,
              Shift + arrow paints as you move, Ctrl + Z undoes.
              {typing &&
                ' Each key you press now paints the same key on the board. Shift + Escape stops.'}
            </p>
          </div>
        </div>
        <div className={styles['dock']} data-dock>
          {isDocked && tools}
          <aside
            ref={sheet}
            className={styles['side']}
            aria-label="Colours and parts"
            hidden={isDocked && isFolded}
          >
            <Tabs label="Tools and colours" tabs={tabs} selected={tab} onSelect={setTab}>
              {panels[tab as keyof typeof panels]}
            </Tabs>
          </aside>
        </div>
      </div>
      <OrderBar kits={kits} palettes={palettes} />
      {dialog === 'import' && <ImportLayout open onClose={() => setDialog('none')} />}
      {dialog === 'save' && <SaveDesign open onClose={() => setDialog('none')} />}
      <Sights />
      <Said />
    </div>
  );
}

export function ColorPicker(data: PickerData) {
  nameColours(coloursByCode(data.palettes));
  return (
    <IslandBoundary label="the colour picker">
      <Picker {...data} />
    </IslandBoundary>
  );
}
