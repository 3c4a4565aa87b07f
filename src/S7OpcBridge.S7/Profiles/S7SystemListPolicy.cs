namespace S7OpcBridge.S7;

/// <summary>Which system information lists may be read from a family; they contain identity and CPU state.</summary>
public enum S7SystemListPolicy : byte
{
    /// <summary>None: the family closes the connection, or its behaviour is unknown.</summary>
    Never,

    /// <summary>Some lists only; every one is optional.</summary>
    Subset,

    /// <summary>All lists that this library uses.</summary>
    Full,
}
