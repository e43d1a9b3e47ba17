import { stylesBeginAt } from '../../test-styles';

stylesBeginAt(import.meta.dirname, ['kings', 'kwin', 'kk', 'kkword']);
