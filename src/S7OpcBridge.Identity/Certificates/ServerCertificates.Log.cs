using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Identity;

/// <content>The log messages.</content>
public sealed partial class ServerCertificates
{
    [LoggerMessage(
        510,
        LogLevel.Information,
        "A new certificate was made: {Thumbprint}, valid until {Day}, in {File}. Clients that do not trust it yet must " + "trust it."
    )]
    private static partial void Created(ILogger logger, string thumbprint, string day, string file);

    [LoggerMessage(511, LogLevel.Information, "The server uses the certificate '{Subject}', {Thumbprint}, valid until {Day}.")]
    private static partial void Shown(ILogger logger, string subject, string thumbprint, string day);

    [LoggerMessage(
        512,
        LogLevel.Warning,
        "The server's certificate '{Subject}' {Missing}. Run '{Program} certs create' for a new one, or have your CA sign "
            + "the request of 'certs csr'."
    )]
    private static partial void Incomplete(ILogger logger, string subject, string missing, string program);

    [LoggerMessage(
        513,
        LogLevel.Warning,
        "The server's certificate '{Subject}', issued by '{Issuer}', expires on {Day}. Have the request of '{Program} certs "
            + "csr' signed and put the new certificate into own/certs."
    )]
    private static partial void RunsOut(ILogger logger, string subject, string issuer, string day, string program);

    [LoggerMessage(514, LogLevel.Information, "The certificate stores have changed: {Count} certificates of clients and CAs are trusted.")]
    private static partial void TrustChanged(ILogger logger, int count);

    [LoggerMessage(
        515,
        LogLevel.Warning,
        "TRUST ON FIRST USE IS ON until {Until:u}: until then any client that can reach this server is trusted permanently "
            + "on its first connection."
    )]
    private static partial void FirstUseIsOn(ILogger logger, DateTime until);

    [LoggerMessage(
        516,
        LogLevel.Warning,
        "Trust on first use is over; clients are trusted by '{Program} certs trust' again. Remove 'trust: first-use' from "
            + "the map. (To start another hour, delete {File} and restart.)"
    )]
    private static partial void FirstUseIsOver(ILogger logger, string program, string file);

    [LoggerMessage(517, LogLevel.Warning, "{Complaint}")]
    private static partial void Useless(ILogger logger, string complaint);

    [LoggerMessage(
        520,
        LogLevel.Information,
        "Under policies on the curve {Curve} the server uses the certificate '{Subject}', {Thumbprint}, valid until " + "{Day}."
    )]
    private static partial void ShownOfCurve(ILogger logger, string curve, string subject, string thumbprint, string day);

    [LoggerMessage(
        518,
        LogLevel.Error,
        "The certificate stores in {Folder} cannot be read or written: {Error} The content last read remains in use."
    )]
    private static partial void CannotLook(ILogger logger, string folder, string error);
}
