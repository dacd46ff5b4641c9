export declare const canMeasure: boolean;
