namespace S7OpcBridge.Core.Links;

/// <summary>The consecutive slots of one scan class among all slots of its PLC.</summary>
/// <param name="Scan">The class.</param>
/// <param name="First">Its first slot.</param>
/// <param name="Count">Number of its slots.</param>
internal readonly record struct ClassSpan(ScanGroup Scan, int First, int Count);
