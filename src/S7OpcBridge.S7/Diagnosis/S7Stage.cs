namespace S7OpcBridge.S7;

/// <summary>The stages of a diagnosis in order; each requires the one before.</summary>
public enum S7Stage : byte
{
    /// <summary>Name, route and TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request: TSAPs, and thereby rack and slot.</summary>
    Cotp,

    /// <summary>The S7 setup: PDU size and jobs.</summary>
    Setup,

    /// <summary>Identity and state of the CPU, and whether it allows reads.</summary>
    Identity,

    /// <summary>The data blocks: existing, long enough, with absolute addresses.</summary>
    Blocks,

    /// <summary>Every value separately.</summary>
    Tags,
}
