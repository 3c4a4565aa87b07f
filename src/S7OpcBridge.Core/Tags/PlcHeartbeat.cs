using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>A value that the bridge toggles between 0 and 1, so that the PLC program can see that the bridge is alive.</summary>
/// <param name="Address">Address of the word's first byte, in a data block, the markers or the outputs.</param>
/// <param name="Every">Time between two toggles, at least 100 ms.</param>
public sealed record PlcHeartbeat(S7Address Address, TimeSpan Every)
{
    /// <summary>The symbol of a number or a Bool, in place of the address; null: the address is used.</summary>
    public string? Symbol { get; init; }

    /// <summary>Address or symbol, for display.</summary>
    public override string ToString() => Symbol ?? Address.ToString();
}
