using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Web.Hosting;

/// <summary>Log messages of health, metrics and the status page; event ids 150–159.</summary>
internal static partial class WebLog
{
    [LoggerMessage(150, LogLevel.Information, "Health, metrics and status page are at {Addresses}.")]
    public static partial void Started(ILogger logger, string addresses);

    [LoggerMessage(
        151,
        LogLevel.Warning,
        "No health, metrics or status page: {Reason} The bridge runs without them; write 'web: false' in the map if this is " + "intended."
    )]
    public static partial void Without(ILogger logger, string reason);

    [LoggerMessage(152, LogLevel.Warning, "A new certificate for https was not accepted, the old one stays in use: {Reason}")]
    public static partial void CertificateNotTaken(ILogger logger, string reason);
}
