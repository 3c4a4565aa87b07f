namespace S7OpcBridge.Map;

/// <summary>What stands in a map for the address of a PLC that no source of an import told; validation refuses it by name.</summary>
public static class OpenHost
{
    /// <summary>The text of the key <c>host</c>: part of the contract, because users and their editors search maps for it.</summary>
    public const string Text = "TODO";
}
