using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>
/// The TrustList object of the DefaultApplicationGroup: a file whose content is the trust list (OPC 10000-20, 4.2, restricted by OPC 10000-12, 7.8.2). A
/// written list becomes part of the session's transaction; AddCertificate and RemoveCertificate apply at once.
/// </summary>
internal sealed class TrustListFile(
    CertificateManagement stores,
    EncodingLimits limits,
    ConfigurationTransaction transaction,
    TimeProvider time
)
{
    public const byte ReadMode = 1;

    private const byte WriteEraseMode = 2 | 4;

    private readonly FileHandles _handles = new(time);

    public int OpenCount => _handles.Count;

    /// <summary>Size of the file in bytes.</summary>
    public int Size => stores.ReadTrust().Encode().Length;

    public uint Open(NodeId session, byte mode)
    {
        if (mode == ReadMode)
            return Open(session, TrustListParts.All);
        if (mode != WriteEraseMode)
            throw new UaException(
                StatusCodes.BadNotSupported,
                $"A trust list can be opened for reading (1) or for writing anew (6), not in mode {mode}."
            );
        transaction.RequireNoneOfOthers(session);
        if (_handles.IsWriting)
            throw new UaException(StatusCodes.BadNotWritable, "The trust list is open for writing already.");
        return _handles.Open(session, writes: true, []).Id;
    }

    public uint Open(NodeId session, TrustListParts parts) =>
        (parts & ~TrustListParts.All) != 0
            ? throw new UaException(StatusCodes.BadInvalidArgument, $"There is no trust list mask {(uint)parts}.")
            : _handles.Open(session, writes: false, stores.ReadTrust().Only(parts).Encode()).Id;

    public void Close(NodeId session, uint handle) => _handles.Close(_handles.Find(session, handle, writes: null));

    public byte[] Read(NodeId session, uint handle, int length)
    {
        var file = _handles.Find(session, handle, writes: false);
        return length >= 0
            ? file.Read(Math.Min(length, limits.MaxByteStringLength))
            : throw new UaException(StatusCodes.BadInvalidArgument, $"{length} bytes cannot be read.");
    }

    public void Write(NodeId session, uint handle, byte[] data) =>
        _handles.Find(session, handle, writes: true).Write(data, stores.MaxTrustListSize);

    public ulong Position(NodeId session, uint handle) => _handles.Find(session, handle, writes: null).Position;

    public void Seek(NodeId session, uint handle, ulong position) => _handles.Find(session, handle, writes: null).Seek(position);

    /// <summary>Closes the file, also on errors, and adds the list to the transaction that ApplyChanges applies.</summary>
    public void CloseAndUpdate(NodeId session, uint handle)
    {
        var file = _handles.Find(session, handle, writes: true);
        try
        {
            var change = TrustListContent.Decode(file.Content, limits);
            TrustListCheck.Whole(stores.ReadTrust().ReplacedBy(change), stores.MaxTrustListSize);
            transaction.Add(session, ConfigurationChange.TrustList, $"trust list ({change.Parts})", () => stores.WriteTrust(change));
        }
        finally
        {
            _handles.Close(file);
        }
    }

    public X509Certificate2 AddCertificate(byte[] der, bool isTrusted)
    {
        RequireNoChange();
        var certificate = TrustListCheck.Certificate(der);
        if (!isTrusted)
            throw new UaException(
                StatusCodes.BadCertificateInvalid,
                "Issuers come with their revocation lists: write the trust list instead."
            );
        var now = stores.ReadTrust();
        TrustListCheck.Addition(certificate, TrustListCheck.Whole(now, int.MaxValue), time.GetUtcNow());
        var change = new TrustListContent
        {
            Parts = TrustListParts.TrustedCertificates,
            TrustedCertificates = [.. now.TrustedCertificates, certificate.RawData],
        };
        TrustListCheck.Whole(now.ReplacedBy(change), stores.MaxTrustListSize);
        stores.WriteTrust(change);
        return certificate;
    }

    public X509Certificate2 RemoveCertificate(string? thumbprint, bool isTrusted)
    {
        RequireNoChange();
        var now = stores.ReadTrust();
        var lists = TrustListCheck.Whole(now, int.MaxValue);
        var list = isTrusted ? lists.Trusted : lists.Issuers;
        var removed =
            list.FirstOrDefault(c => string.Equals(c.Thumbprint, thumbprint, StringComparison.OrdinalIgnoreCase))
            ?? throw new UaException(
                StatusCodes.BadInvalidArgument,
                $"No certificate with thumbprint {Printable.From(thumbprint)} is in this list."
            );
        if (lists.Trusted.Concat(lists.Issuers).Any(c => c.Thumbprint != removed.Thumbprint && IsIssuedBy(c, removed)))
            throw new UaException(
                StatusCodes.BadCertificateChainIncomplete,
                $"'{removed.Subject}' is needed for the chain of another certificate of the " + "list."
            );

        // The revocation lists of a CA are removed with it.
        var remaining = list.Where(c => c.Thumbprint != removed.Thumbprint).Select(c => c.RawData);
        var crls = (isTrusted ? now.TrustedCrls : now.IssuerCrls).Where(der => !RevocationList.Read(der).IsIssuedBy(removed));
        stores.WriteTrust(
            isTrusted
                ? new TrustListContent
                {
                    Parts = TrustListParts.TrustedCertificates | TrustListParts.TrustedCrls,
                    TrustedCertificates = [.. remaining],
                    TrustedCrls = [.. crls],
                }
                : new TrustListContent
                {
                    Parts = TrustListParts.IssuerCertificates | TrustListParts.IssuerCrls,
                    IssuerCertificates = [.. remaining],
                    IssuerCrls = [.. crls],
                }
        );
        return removed;
    }

    public void EndSession(NodeId session) => _handles.CloseAll(session);

    private void RequireNoChange()
    {
        transaction.RequireNone();
        if (_handles.IsWriting)
            throw new UaException(StatusCodes.BadInvalidState, "The trust list is open for writing.");
    }

    private static bool IsIssuedBy(X509Certificate2 certificate, X509Certificate2 issuer) =>
        !CertificateNames.IsSelfSigned(certificate) && certificate.IssuerName.RawData.AsSpan().SequenceEqual(issuer.SubjectName.RawData);
}
