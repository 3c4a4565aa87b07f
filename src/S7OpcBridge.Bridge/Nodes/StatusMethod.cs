namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The operation of a method of _Status.</summary>
internal enum StatusMethodKind : byte
{
    /// <summary>Closes the connection of a PLC for a while.</summary>
    Release,

    /// <summary>Polls a scan class once.</summary>
    Poll,

    /// <summary>Polls a PLC at the intervals of the map again.</summary>
    Restore,

    /// <summary>Reloads the map from its files.</summary>
    Reload,
}

/// <summary>A method of _Status and its target.</summary>
/// <param name="Kind">The operation.</param>
/// <param name="Target">Index of the PLC (Release, Restore) or of the scan group (Poll); -1 (Reload).</param>
internal readonly record struct StatusMethod(StatusMethodKind Kind, int Target);
