// Short messages that disappear by themselves.

export interface Toast {
  number: number;
  text: string;
  bad: boolean;
}

class Toasts {
  all = $state<Toast[]>([]);
  private next = 0;

  show(text: string, bad = false): void {
    if (this.all.some((toast) => toast.text === text)) return;
    const number = this.next++;
    this.all = [...this.all.slice(-2), { number, text, bad }];
    setTimeout(() => this.remove(number), 3000 + text.length * 50);
  }

  remove(number: number): void {
    this.all = this.all.filter((toast) => toast.number !== number);
  }
}

export const toasts = new Toasts();
