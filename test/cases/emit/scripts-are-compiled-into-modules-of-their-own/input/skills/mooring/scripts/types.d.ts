export interface Tide {}
