namespace S7OpcBridge.S7;

/// <summary>Whether a family may be asked for system information lists, which tell identity and CPU state.</summary>
public enum S7SystemListPolicy : byte
{
    /// <summary>Never: the family drops the link, or nothing is known of it.</summary>
    Never,

    /// <summary>Some lists only; every one is optional.</summary>
    Subset,

    /// <summary>All that this library reads.</summary>
    Full,
}
