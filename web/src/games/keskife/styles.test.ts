import { stylesBeginAt } from '../../test-styles';

stylesBeginAt(import.meta.dirname, ['kesk', 'play:has']);
