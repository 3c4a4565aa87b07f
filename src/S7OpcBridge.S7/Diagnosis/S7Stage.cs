using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>The stages of an examination, in their order; each needs the one before.</summary>
public enum S7Stage : byte
{
    /// <summary>Name, route and TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request: TSAPs, so rack and slot.</summary>
    Cotp,

    /// <summary>The S7 setup: PDU size and jobs.</summary>
    Setup,

    /// <summary>What the CPU is, its state, and whether it lets us read at all.</summary>
    Identity,

    /// <summary>The data blocks: there, long enough, with absolute addresses.</summary>
    Blocks,

    /// <summary>Every value by itself.</summary>
    Tags,
}
