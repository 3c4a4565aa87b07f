using System.Globalization;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Events.Auditing;

/// <summary>Events of the SecureChannel service set (OPC 10000-4, 6.5.3).</summary>
internal sealed class ChannelAudit(Audit audit)
{
    private const string Open = "SecureChannel/OpenSecureChannel",
        Close = "SecureChannel/CloseSecureChannel";

    /// <summary>The id of a channel in events.</summary>
    public static Variant IdOf(SecureChannel? channel) => Variant.From(channel?.Id.ToString(CultureInfo.InvariantCulture));

    /// <summary>The certificate of a channel's client; null under None.</summary>
    public static Variant CertificateOf(SecureChannel? channel) => Variant.FromByteString(channel?.Peer?.Leaf);

    public static Variant ThumbprintOf(SecureChannel? channel) =>
        Variant.From(channel?.Peer is { } peer ? Convert.ToHexString(peer.Thumbprint) : null);

    /// <summary>A channel was opened, or has a new token.</summary>
    public void Opened(UaConnection connection, SecureChannel channel, bool isNew)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.OpenSecureChannel,
            Open,
            default,
            StatusCodes.Good,
            $"{connection.Remote} {(isNew ? "opened" : "renewed")} channel {channel.Id} ({channel.Policy}, {channel.Mode}).",
            ("SecureChannelId", IdOf(channel)),
            ("ClientCertificate", CertificateOf(channel)),
            ("ClientCertificateThumbprint", ThumbprintOf(channel)),
            ("RequestType", Variant.From(isNew ? 0 : 1)),
            ("SecurityPolicyUri", Variant.From(channel.Policy.Uri)),
            ("SecurityMode", Variant.From((int)channel.Mode))
        );
    }

    /// <summary>A channel was refused; if its certificate was the reason, a certificate event is raised as well.</summary>
    public void Refused(UaConnection connection, UaException why, byte[] certificate)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.OpenSecureChannel,
            Open,
            default,
            why.Status,
            $"{connection.Remote} opened no channel: {why.Message}",
            ("StatusCodeId", Variant.FromStatusCode(why.Status)),
            ("ClientCertificate", Variant.FromByteString(certificate))
        );
        if (CertificateEventOf(why.Status) is not 0 and var type)
        {
            audit.Raise(
                type,
                "Security/Certificate",
                default,
                why.Status,
                $"The certificate of {connection.Remote} was refused: {why.Message}",
                ("StatusCodeId", Variant.FromStatusCode(why.Status)),
                ("Certificate", Variant.FromByteString(certificate))
            );
        }
    }

    /// <summary>A channel ended.</summary>
    public void Closed(UaConnection connection, SecureChannel channel, string? why)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.Channel,
            Close,
            default,
            StatusCodes.Good,
            $"{connection.Remote} left channel {channel.Id}{(why is null ? "." : $": {why}")}",
            ("SecureChannelId", IdOf(channel))
        );
    }

    /// <summary>A client used a host name that the server's certificate does not have.</summary>
    public void NameMismatch(string? endpointUrl, string message)
    {
        if (audit.IsListened)
            audit.Raise(
                AuditTypes.UrlMismatch,
                "Session/CreateSession",
                default,
                StatusCodes.Good,
                message,
                ("EndpointUrl", Variant.From(endpointUrl))
            );
    }

    private static uint CertificateEventOf(StatusCode status) =>
        status.Value switch
        {
            StatusCodes.BadCertificateHostNameInvalid or StatusCodes.BadCertificateUriInvalid => AuditTypes.CertificateDataMismatch,
            StatusCodes.BadCertificateTimeInvalid or StatusCodes.BadCertificateIssuerTimeInvalid => AuditTypes.CertificateExpired,
            StatusCodes.BadCertificateUntrusted or StatusCodes.BadCertificateChainIncomplete => AuditTypes.CertificateUntrusted,
            StatusCodes.BadCertificateRevoked
            or StatusCodes.BadCertificateIssuerRevoked
            or StatusCodes.BadCertificateRevocationUnknown
            or StatusCodes.BadCertificateIssuerRevocationUnknown => AuditTypes.CertificateRevoked,
            StatusCodes.BadCertificateUseNotAllowed or StatusCodes.BadCertificateIssuerUseNotAllowed => AuditTypes.CertificateMismatch,
            StatusCodes.BadCertificateInvalid or StatusCodes.BadCertificatePolicyCheckFailed => AuditTypes.CertificateInvalid,
            _ => 0,
        };
}
