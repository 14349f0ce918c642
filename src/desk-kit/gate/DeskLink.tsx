import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { mayOpen, type DeskName } from '../model/desk-rights.ts';
import { routes } from '#routes.ts';
import { $staff } from '../store/staff.ts';

type Props = {
  readonly desk: DeskName;
  /** What the desk is to show, as its address says it. */
  readonly search?: string;
  readonly children: ReactNode;
};

/** The way to another desk for whoever may open it; everyone else reads its words without a door behind. */
export function DeskLink({ desk, search = '', children }: Props) {
  const role = useStore($staff);
  if (role === null || !mayOpen(role, desk)) return children;
  return <a href={`${routes.admin[desk]}${search}`}>{children}</a>;
}
