/** What will happen, in words. Not `ok`: nothing will. */
export interface ControlReply {
  readonly ok: boolean;
  readonly message: string;
}

export const accept = (message: string): ControlReply => ({ ok: true, message });

export const refuse = (message: string): ControlReply => ({ ok: false, message });
