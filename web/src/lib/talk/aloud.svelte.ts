/* What a screen reader is told next. */

export class Aloud {
  text = $state('');
  /** How often something was said: the same words said again are told again. */
  times = $state(0);

  say(text: string): void {
    this.text = text;
    this.times += 1;
  }

  /** What stands there already is not told to whoever comes now. */
  hush(): void {
    this.text = '';
  }
}
