import { stylesBeginAt } from '../../test-styles';

stylesBeginAt(import.meta.dirname, ['sky', 'countup', 'skyjo']);
