namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>Nodes of the Aliases object.</summary>
internal static class AliasIds
{
    /// <summary>The object, and its optional nodes that this server does not have: LastChange and the category Topics.</summary>
    public const uint Aliases = 23470,
        LastChange = 32852,
        Topics = 23488;
}
