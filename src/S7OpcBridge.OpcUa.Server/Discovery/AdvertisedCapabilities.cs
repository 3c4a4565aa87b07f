namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>What this server can do, in the identifiers of OPC 10000-12, Annex D: told to discovery servers and by ServerConfiguration.</summary>
internal static class AdvertisedCapabilities
{
    public static readonly string[] Identifiers = ["DA"]; // current data
}
