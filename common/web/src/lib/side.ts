export type Side = "white" | "black";
export const sides: readonly Side[] = ["white", "black"];
