namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>The lists of a trust list (TrustListMasks, OPC 10000-12, 7.8.2.10).</summary>
[Flags]
public enum TrustListParts
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Certificates of applications and CAs that are trusted.</summary>
    TrustedCertificates = 1,

    /// <summary>Revocation lists of trusted CAs.</summary>
    TrustedCrls = 2,

    /// <summary>CAs that complete a chain.</summary>
    IssuerCertificates = 4,

    /// <summary>Revocation lists of these.</summary>
    IssuerCrls = 8,

    /// <summary>All four.</summary>
    All = TrustedCertificates | TrustedCrls | IssuerCertificates | IssuerCrls,
}

/// <summary>A trust list as pushed, in DER: TrustListDataType, the content of the TrustList file (OPC 10000-12, 7.8.2.9).</summary>
public sealed record TrustListContent
{
    /// <summary>The lists that it has; the others are empty here, and writing it leaves them unchanged.</summary>
    public TrustListParts Parts { get; init; } = TrustListParts.All;

    /// <summary>Certificates of applications and CAs that are trusted.</summary>
    public IReadOnlyList<byte[]> TrustedCertificates { get; init; } = [];

    /// <summary>Revocation lists of trusted CAs.</summary>
    public IReadOnlyList<byte[]> TrustedCrls { get; init; } = [];

    /// <summary>CAs that complete a chain.</summary>
    public IReadOnlyList<byte[]> IssuerCertificates { get; init; } = [];

    /// <summary>Revocation lists of these.</summary>
    public IReadOnlyList<byte[]> IssuerCrls { get; init; } = [];

    /// <summary>A copy with only these lists.</summary>
    internal TrustListContent Only(TrustListParts parts) =>
        new()
        {
            Parts = parts,
            TrustedCertificates = parts.HasFlag(TrustListParts.TrustedCertificates) ? TrustedCertificates : [],
            TrustedCrls = parts.HasFlag(TrustListParts.TrustedCrls) ? TrustedCrls : [],
            IssuerCertificates = parts.HasFlag(TrustListParts.IssuerCertificates) ? IssuerCertificates : [],
            IssuerCrls = parts.HasFlag(TrustListParts.IssuerCrls) ? IssuerCrls : [],
        };

    /// <summary>The trust list after the lists of a change have replaced those of this one.</summary>
    internal TrustListContent ReplacedBy(TrustListContent change) =>
        new()
        {
            TrustedCertificates = change.Parts.HasFlag(TrustListParts.TrustedCertificates)
                ? change.TrustedCertificates
                : TrustedCertificates,
            TrustedCrls = change.Parts.HasFlag(TrustListParts.TrustedCrls) ? change.TrustedCrls : TrustedCrls,
            IssuerCertificates = change.Parts.HasFlag(TrustListParts.IssuerCertificates) ? change.IssuerCertificates : IssuerCertificates,
            IssuerCrls = change.Parts.HasFlag(TrustListParts.IssuerCrls) ? change.IssuerCrls : IssuerCrls,
        };

    internal byte[] Encode()
    {
        using var buffer = MessageBuffer.Rent(65_536, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteUInt32((uint)Parts);
        foreach (var list in (IReadOnlyList<byte[]>[])[TrustedCertificates, TrustedCrls, IssuerCertificates, IssuerCrls])
            writer.WriteArray(BuiltInType.ByteString, list.ToArray<byte[]?>());
        writer.Flush();
        return buffer.ToArray();
    }

    /// <exception cref="UaException">BadDecodingError, BadEncodingLimitsExceeded.</exception>
    internal static TrustListContent Decode(ReadOnlySpan<byte> bytes, EncodingLimits limits)
    {
        var reader = new UaReader(bytes, limits);
        var content = new TrustListContent
        {
            Parts = (TrustListParts)reader.ReadUInt32() & TrustListParts.All,
            TrustedCertificates = List(ref reader),
            TrustedCrls = List(ref reader),
            IssuerCertificates = List(ref reader),
            IssuerCrls = List(ref reader),
        };
        return reader.Remaining == 0
            ? content
            : throw new UaException(StatusCodes.BadDecodingError, $"{reader.Remaining} bytes follow the trust list.");

        static byte[][] List(ref UaReader reader) => [.. reader.ReadArrayOf<byte[]?>(BuiltInType.ByteString).Select(der => der ?? [])];
    }
}
