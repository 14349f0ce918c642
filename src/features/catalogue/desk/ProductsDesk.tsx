import { Button } from '#ui/react/Button.tsx';
import { Notice } from '#ui/react/Notice.tsx';
import { Skeleton } from '#ui/react/Skeleton.tsx';
import styles from '#ui/styles/desk.module.css';
import { DeskTabs } from '#desk-kit/ui/DeskTabs.tsx';
import { useTab } from '#desk-kit/ui/use-tab.ts';
import { DeskGate } from '#desk-kit/gate/DeskGate.tsx';
import { productTabs } from '../model/desk-tabs.ts';
import { ProductEditor } from './ProductEditor.tsx';
import { ProductList } from './ProductList.tsx';
import { DesignKitList, DesignOfferList, FileList, RelatedList } from './ProductParts.tsx';
import { VariantList } from './VariantList.tsx';
import { goToProduct, useOpenProduct } from './use-open-product.ts';

export function ProductsDesk() {
  return <DeskGate name="the products desk" desk="products" renderDesk={() => <OpenDesk />} />;
}

const tabs = productTabs();

function Lists() {
  const [tab, show] = useTab(tabs.map(({ id }) => id));
  return (
    <DeskTabs label="Products" tabs={tabs} selected={tab} onSelect={show}>
      {tab === 'products' && <ProductList />}
      {tab === 'prices' && <VariantList />}
      {tab === 'related' && <RelatedList />}
      {tab === 'files' && <FileList />}
      {tab === 'kits' && <DesignKitList />}
      {tab === 'offers' && <DesignOfferList />}
    </DeskTabs>
  );
}

function OpenDesk() {
  const desk = useOpenProduct();
  if (desk.status === 'closed') return <Lists />;
  if (desk.status === 'loading') return <Skeleton lines={12} label="Loading the product" />;
  if (desk.status === 'open') return <ProductEditor key={desk.saved.product.id} desk={desk} />;
  return (
    <Notice tone="fault" role="alert" title="The product could not be loaded">
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
