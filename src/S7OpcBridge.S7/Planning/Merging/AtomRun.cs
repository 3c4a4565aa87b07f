namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>A planned item: consecutive atoms of one lane that are read together.</summary>
internal readonly record struct AtomRun(int First, int Last);
