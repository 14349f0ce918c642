import { stageName, stageTone, type BatchStage } from '#features/batches/model/batch-stage.ts';
import { Badge } from '#ui/react/Badge.tsx';

export function StageBadge({ stage }: { readonly stage: BatchStage }) {
  return <Badge tone={stageTone(stage)}>{stageName(stage)}</Badge>;
}
