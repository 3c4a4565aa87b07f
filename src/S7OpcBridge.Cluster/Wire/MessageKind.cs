namespace S7OpcBridge.Cluster.Wire;

/// <summary>What one node asks of another. Numbers keep their meaning; from <see cref="FirstOfOthers"/> on they are for other parts of the program.</summary>
internal static class MessageKind
{
    public const byte Batch = 1,
        TagList = 2,
        Demand = 3,
        Claim = 4,
        HandOver = 5,
        Leaving = 6,
        Write = 7,
        NextCycle = 8,
        ReadBack = 9,
        Release = 10,
        RestorePace = 11,
        Symbols = 12,
        Describe = 13,
        Acknowledge = 14,
        Alarms = 15,
        FirstOfOthers = 64;

    /// <summary>Version of all formats here; a node refuses another one.</summary>
    public const byte Version = 1;
}
