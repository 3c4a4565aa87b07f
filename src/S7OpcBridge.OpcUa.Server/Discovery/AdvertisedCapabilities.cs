namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>The capabilities of a server by the identifiers of OPC 10000-12, Annex D, for discovery servers and ServerConfiguration.</summary>
internal static class AdvertisedCapabilities
{
    private const string CurrentData = "DA",
        StoredData = "HD",
        StoredEvents = "HE",
        NonTransparentRedundancy = "NTRS";

    public static string[] From(UaServerOptions options) =>
        [
            CurrentData,
            .. options.History is null ? [] : (ReadOnlySpan<string>)[StoredData],
            .. options.History?.ReadEvents is null ? [] : (ReadOnlySpan<string>)[StoredEvents],
            .. options.Extensions.SelectMany(static extension => extension.Capabilities),
            .. options.Redundancy is null ? [] : (ReadOnlySpan<string>)[NonTransparentRedundancy],
        ];
}
