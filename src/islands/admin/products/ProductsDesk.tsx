import { Button } from '#islands/ui/Button.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Skeleton } from '#islands/ui/Skeleton.tsx';
import styles from '#styles/desk/desk.module.css';
import { DeskGate } from '../gate/DeskGate.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { ProductList } from './ProductList.tsx';
import { goToProduct, useOpenProduct } from './use-open-product.ts';

export function ProductsDesk() {
  return <DeskGate name="the products desk" desk="products" renderDesk={() => <OpenDesk />} />;
}

function OpenDesk() {
  const desk = useOpenProduct();
  if (desk.status === 'closed') return <ProductList />;
  if (desk.status === 'loading') return <Skeleton lines={12} label="Reading the product" />;
  if (desk.status === 'open') return <ProductEditor key={desk.saved.product.id} desk={desk} />;
  return (
    <Notice tone="fault" role="alert" title="The product could not be read">
      <p>{desk.message}</p>
      <div className={styles['line']}>
        <Button size="small" onClick={() => goToProduct(desk.id)}>
          Try again
        </Button>
        <Button size="small" onClick={() => goToProduct(null)}>
          Back to the list
        </Button>
      </div>
    </Notice>
  );
}
