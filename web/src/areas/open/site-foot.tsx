import { useConfig } from '../../app/config.ts';
import css from './open-layout.module.css';

/** The site's registration numbers, each linked to where it can be checked. */
export function SiteFoot() {
  const config = useConfig((state) => state.config);
  const icp = config?.icp_number ?? '';
  const police = config?.police_number ?? '';
  const filings = [config?.ai_model_filing, config?.ai_algorithm_filing].filter(Boolean);
  if (icp === '' && police === '' && filings.length === 0) return null;
  const code = police.replace(/\D/g, '');
  return (
    <div className={css['foot']}>
      {icp ? (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
          {icp}
        </a>
      ) : null}
      {police ? (
        <a href={`https://beian.mps.gov.cn/#/query/webSearch?code=${code}`} target="_blank" rel="noreferrer">
          {police}
        </a>
      ) : null}
      {filings.map((filing) => (
        <span key={filing}>{filing}</span>
      ))}
    </div>
  );
}
