namespace S7OpcBridge.Core.Links;

/// <summary>The tags of one scan class among the slots of its PLC, where those of a class stand together.</summary>
/// <param name="Scan">The class.</param>
/// <param name="First">Its first slot.</param>
/// <param name="Count">Number of its slots.</param>
internal readonly record struct ClassSpan(ScanGroup Scan, int First, int Count);
