import type { RoomOptions } from "./check-room.js";
import type { SandboxPlan } from "./sandbox.js";

/** The sandboxes of a room: for checks without and with a network, and for a judge. */
export interface RoomPlans {
  readonly offline: SandboxPlan;
  readonly online: SandboxPlan;
  readonly judge: SandboxPlan;
}

export type RoomUse = keyof RoomPlans;

export const useOf = ({ as, network }: RoomOptions): RoomUse =>
  as === "judge" ? "judge" : network === true ? "online" : "offline";
