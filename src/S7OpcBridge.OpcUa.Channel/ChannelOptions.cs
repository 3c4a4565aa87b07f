namespace S7OpcBridge.OpcUa.Channel;

/// <summary>The settings of a server's secure channels. Immutable.</summary>
public record ChannelOptions
{
    /// <summary>Policies offered for sessions, each secure one with Sign and with SignAndEncrypt. Discovery works without security in any case.</summary>
    public IReadOnlyList<SecurityPolicy> SecurityPolicies { get; init; } = [SecurityPolicy.None];

    /// <summary>The application certificate with an RSA key; required with a policy on RSA.</summary>
    public OwnCertificate? Certificate { get; init; }

    /// <summary>Application certificates of elliptic curves; each policy on a curve requires one of that curve.</summary>
    public IReadOnlyList<OwnCertificate> EllipticCertificates { get; init; } = [];

    /// <summary>Checks a client's certificate. Without it every secure channel is refused.</summary>
    public ClientCertificateCheck? CheckClientCertificate { get; init; }

    /// <summary>The clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Sequence number before the first chunk of a new channel, or of the first where numbers begin at 0. For tests of the wrap.</summary>
    internal uint LastSequenceNumber { get; init; }
}
