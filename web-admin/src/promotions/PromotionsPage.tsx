import { ListBase, useListContext } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { ActionButton } from '../record/ActionButton.tsx';
import { useMay } from '../record/use-may.ts';
import '../list/list.css';
import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import type { FilterField } from '../list/columns.ts';
import { FilterBar } from '../list/FilterBar.tsx';
import { ListNews } from '../list/ListNews.tsx';
import { Pager } from '../list/Pager.tsx';
import { SavedViews } from '../list/SavedViews.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { StatusTag } from '../record/texts.tsx';
import { CreatePromotionDialog, EditPromotionDialog } from './PromotionDialogs.tsx';
import { PromotionSwitch } from './PromotionSwitch.tsx';
import { rateShown } from './promotion.ts';
import './promotions.css';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search title or description' },
  { kind: 'choice', source: 'state', label: 'State', choices: ['active', 'inactive', 'planned', 'ended'] },
];

function Card({ promotion, mayChange }: { promotion: Promotion; mayChange: boolean }) {
  const { id, promoCode, promoRate, description, state } = promotion;
  return (
    <li className="promotion-card">
      <h2>
        <Link to={`/promotions/${id}`}>{promoCode}</Link> <StatusTag status={state} />
      </h2>
      <dl>
        <T as="dt">Incentive Amount</T>
        <dd className="promotion-rate">{rateShown(promoRate)}</dd>
        <T as="dt">Description</T>
        <dd>{description}</dd>
      </dl>
      {mayChange && (
        <div className="card-actions">
          <ActionButton
            label="Edit"
            accessibleName={['Edit %{promoCode}', { promoCode }]}
            to={`/promotions/edit/${id}`}
            variant="outlined"
          />
          <PromotionSwitch promotion={promotion} />
        </div>
      )}
    </li>
  );
}

function Cards({ mayChange }: { mayChange: boolean }) {
  const { data, error, isPending, filterValues } = useListContext<Promotion>();
  if (error) return <ErrorNote error={error} />;
  if (isPending) return <Waiting rows={6} />;
  if (!data?.length) {
    const isFiltered = Object.keys(filterValues).length > 0;
    return (
      <p className="empty">
        {
          <T>
            {isFiltered
              ? 'Nothing matches these filters. Clear one of them to see more.'
              : 'No promotions yet. Create the first one: agents earn on rentals reserved with its title as the code.'}
          </T>
        }
      </p>
    );
  }
  return (
    <>
      <ListNews />
      <ul className="promotion-grid">
        {data.map((promotion) => (
          <Card key={promotion.id} mayChange={mayChange} promotion={promotion} />
        ))}
      </ul>
      <Pager />
    </>
  );
}

/** Campaign Management: the grid of cards, with the two dialogs under their own routes. */
export default function PromotionsPage() {
  const { pathname, search } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const asOf = useAsOf();
  const mayChange = !asOf && may('promotions:change');
  const close = () => navigate(`/promotions${search}`);
  return (
    <ListBase
      exporter={false}
      perPage={200}
      queryOptions={{ meta: { asOf } }}
      resource="promotions"
      sort={{ field: 'createdAt', order: 'DESC' }}
      storeKey={false}
    >
      <PageHead
        actions={
          <>
            <SavedViews />
            {mayChange && <ActionButton label="Create New Promotion" to="/promotions/create" variant="contained" />}
          </>
        }
        title="Campaign Management"
      />
      <FilterBar fields={FILTERS} />
      <Cards mayChange={mayChange} />
      {mayChange && pathname.endsWith('/promotions/create') && <CreatePromotionDialog onClose={close} />}
      {mayChange && id && pathname.includes('/promotions/edit/') && <EditPromotionDialog id={id} onClose={close} />}
    </ListBase>
  );
}
