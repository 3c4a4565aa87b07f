namespace S7OpcBridge.Bridge.Nodes;

/// <summary>What a method of _Status does.</summary>
internal enum StatusMethodKind : byte
{
    /// <summary>Leaves a PLC alone for a while.</summary>
    Release,

    /// <summary>Polls a scan class once.</summary>
    Poll,

    /// <summary>Reads a PLC at the intervals of the map again.</summary>
    Restore,

    /// <summary>Reads the map from its files again.</summary>
    Reload,
}

/// <summary>A method of _Status and what it works on.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Target">Index of the PLC (Release, Restore) or of the scan group (Poll); -1 (Reload).</param>
internal readonly record struct StatusMethod(StatusMethodKind Kind, int Target);
