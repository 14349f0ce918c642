import { Button } from '#ui/react/Button.tsx';
import { saveFile } from '#ui/react/save-file.ts';
import { exportOwnData, type ExportFormat } from '../store/own-data.ts';
import { Panel } from './Panel.tsx';
import { useSaving } from './saving.ts';
import styles from './account.module.css';

export function DataPanel() {
  const saving = useSaving();
  const take = (format: ExportFormat) =>
    void saving.run(async () => {
      const taken = await exportOwnData(format);
      if ('failure' in taken) return taken.failure;
      saveFile(`keywright-my-data.${format}`, [taken.file], taken.file.type);
      return null;
    }, 'The file is downloading.');

  return (
    <Panel
      title="Your data"
      about="Everything we keep about you: account, addresses, orders, places on lists, designs."
      saving={saving}
    >
      <div className={styles['row']}>
        <Button pending={saving.isPending} onClick={() => take('json')}>
          Download as JSON
        </Button>
        <Button pending={saving.isPending} onClick={() => take('csv')}>
          Download as CSV
        </Button>
      </div>
    </Panel>
  );
}
