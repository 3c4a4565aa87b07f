namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>Table variables that a Read has to wait for.</summary>
internal sealed class StaleVariables
{
    /// <summary>Those that were confirmed too long ago.</summary>
    public List<int> Old { get; } = [];

    /// <summary>Those that were written and not read back yet.</summary>
    public List<int> Unconfirmed { get; } = [];
}
