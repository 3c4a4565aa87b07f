namespace S7OpcBridge.Cluster.Tenures;

/// <summary>What to do with the values of a PLC that another node sends.</summary>
internal enum Verdict : byte
{
    /// <summary>Show them.</summary>
    Accept,

    /// <summary>Show them, and ask for all others: what is shown may be old.</summary>
    TakeAndAskAll,

    /// <summary>They are from before another node took the PLC over.</summary>
    Outdated,
}
