import type { DeskName } from '#desk-kit/model/desk-rights.ts';

/** Line icons on the grid of the shop's own: 24 units, round ends. */
const paths: Readonly<Record<DeskName | 'more' | 'search', string>> = {
  home: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4',
  batches: 'M4 7.5 12 4l8 3.5-8 3.5zM4 12l8 3.5 8-3.5M4 16.5 12 20l8-3.5',
  orders: 'M6 4h12v16.5l-3-1.8-3 1.8-3-1.8-3 1.8zM9.5 9h5M9.5 13h5',
  shipping: 'M3 6.5h11v10.5H3zM14 10h4l3 3.5V17h-7M7 19.2h.01M17.5 19.2h.01',
  lists: 'M4 7h16v3.2a2 2 0 0 0 0 3.6V17H4v-3.2a2 2 0 0 0 0-3.6zM14 7.5v9',
  products: 'M4.5 4.5h15v15h-15zM8 6.5h8v8.5H8z',
  colorways:
    'M12 3.5c3.6 4.2 5.8 7.2 5.8 10.2a5.8 5.8 0 0 1-11.6 0c0-3 2.2-6 5.8-10.2ZM9.2 14.2A2.9 2.9 0 0 0 12 17',
  designs: 'M3.5 7h17v10.5h-17zM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8 14h8',
  content: 'M6 3.5h8.5L18.5 8v12.5H6zM14 3.5V8.5h4.5M9 12.5h6.5M9 16h4.5',
  translations:
    'M3.5 6h9M8 3.5V6M11 6c-1 4-3.5 6.5-7 8.5M5.5 9c1.2 2.4 3 4 5.5 5M11.5 20.5l4.3-10.5 4.2 10.5M13 17h5.5',
  customers:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19.5c0-3.3 2.6-5.5 6-5.5s6 2.2 6 5.5M15.5 4.9a3.4 3.4 0 0 1 0 6.2M17.6 14.4c2.1.8 3.4 2.6 3.4 5.1',
  media: 'M4 5.5h16v13H4zM4.5 16l4.5-4.5 3.5 3.5 3-2.5 4 3.5M15.5 9.5h.01',
  photos: 'M4 7.5h3.5L9 5h6l1.5 2.5H20V19H4zM12 16.3a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6Z',
  money:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM15.5 8.8a4.4 4.4 0 1 0 0 6.4M7.5 11h5M7.5 13.4h4',
  check: 'M12 3.5 19 6v5.5c0 4.2-2.8 7.4-7 9-4.2-1.6-7-4.8-7-9V6zM9 12l2.2 2.2L15.2 10',
  health: 'M3.5 12.5h4l2.3-6 4 11.5 2.4-5.5h4.3',
  staff:
    'M5 7h14v12.5H5zM10 7V4h4v3M12 13.2a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM8.8 17c.5-1.5 1.7-2.2 3.2-2.2s2.7.7 3.2 2.2',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM16 16l4 4',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
};

export function DeskIcon({
  name,
  size,
}: {
  readonly name: keyof typeof paths;
  readonly size: number;
}) {
  return <LineIcon path={paths[name]} size={size} isBold={name === 'more'} />;
}

type LineProps = {
  readonly path: string;
  readonly size: number;
  readonly isBold?: boolean;
};

export function LineIcon({ path, size, isBold = false }: LineProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={isBold ? 3 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
