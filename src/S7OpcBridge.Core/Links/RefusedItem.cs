namespace S7OpcBridge.Core.Links;

/// <summary>An item that the PLC refused.</summary>
/// <param name="Item">Index in <see cref="ScanPlan.Items"/>.</param>
/// <param name="Refusal">Why.</param>
internal readonly record struct RefusedItem(int Item, Refusal Refusal);
