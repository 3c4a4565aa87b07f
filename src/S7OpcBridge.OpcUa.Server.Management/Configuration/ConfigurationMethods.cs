using System.Collections.Frozen;
using System.Security.Cryptography.X509Certificates;
using static S7OpcBridge.OpcUa.Server.Management.Configuration.ConfigurationIds;
using In = S7OpcBridge.OpcUa.BuiltInType;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>The methods of ServerConfiguration and of its trust list by their ids; decodes their arguments and encodes their results.</summary>
internal sealed class ConfigurationMethods(
    TrustListFile trust,
    CertificateUpdate certificate,
    ConfigurationTransaction transaction,
    CertificateManagement stores
)
{
    public FrozenDictionary<uint, ConfigurationMethod> ById() =>
        new Dictionary<uint, ConfigurationMethod>
        {
            [Open] = new("Open", [In.Byte], (session, inputs) => OpenFile(session, (byte)inputs[0].Bits)),
            [OpenWithMasks] = new(
                "OpenWithMasks",
                [In.UInt32],
                (session, inputs) => Result(Variant.From(trust.Open(session, (TrustListParts)inputs[0].Bits)))
            ),
            [Close] = new("Close", [In.UInt32], (session, inputs) => After(() => trust.Close(session, Handle(inputs)))),
            [Read] = new(
                "Read",
                [In.UInt32, In.Int32],
                (session, inputs) => Result(Variant.FromByteString(trust.Read(session, Handle(inputs), (int)inputs[1].Bits)))
            ),
            [Write] = new(
                "Write",
                [In.UInt32, In.ByteString],
                (session, inputs) => After(() => trust.Write(session, Handle(inputs), Bytes(inputs[1]) ?? []))
            ),
            [GetPosition] = new(
                "GetPosition",
                [In.UInt32],
                (session, inputs) => Result(Variant.From(trust.Position(session, Handle(inputs))))
            ),
            [SetPosition] = new(
                "SetPosition",
                [In.UInt32, In.UInt64],
                (session, inputs) => After(() => trust.Seek(session, Handle(inputs), (ulong)inputs[1].Bits))
            ),
            [CloseAndUpdate] = new("CloseAndUpdate", [In.UInt32], (session, inputs) => Update(session, Handle(inputs))),
            [AddCertificate] = new(
                "AddCertificate",
                [In.ByteString, In.Boolean],
                (_, inputs) => Add(Bytes(inputs[0]) ?? [], Flag(inputs[1]))
            ),
            [RemoveCertificate] = new(
                "RemoveCertificate",
                [In.String, In.Boolean],
                (_, inputs) => Remove(Text(inputs[0]), Flag(inputs[1]))
            ),
            [UpdateCertificate] = new(
                "UpdateCertificate",
                [In.NodeId, In.NodeId, In.ByteString, new(In.ByteString, IsArray: true), In.String, In.ByteString],
                Update
            ),
            [CreateSigningRequest] = new("CreateSigningRequest", [In.NodeId, In.NodeId, In.String, In.Boolean, In.ByteString], Request),
            [GetRejectedList] = new(
                "GetRejectedList",
                [],
                (_, _) => Result(Variant.FromArray(In.ByteString, stores.ReadRejected().Select(c => c.RawData).ToArray<byte[]?>()))
            ),
            [ApplyChanges] = new("ApplyChanges", [], (session, _) => Apply(session)),
            [CancelChanges] = new(
                "CancelChanges",
                [],
                (session, _) => After(() => transaction.Cancel(session), "the waiting changes were discarded")
            ),
        }.ToFrozenDictionary();

    private MethodResult OpenFile(NodeId session, byte mode)
    {
        var handle = trust.Open(session, mode);
        return new([Variant.From(handle)], mode == TrustListFile.ReadMode ? null : "the trust list is open for writing");
    }

    private MethodResult Update(NodeId session, uint handle)
    {
        trust.CloseAndUpdate(session, handle);
        return new([Variant.From(true)], "a new trust list waits for ApplyChanges");
    }

    private MethodResult Apply(NodeId session)
    {
        var (what, kinds) = transaction.Apply(session);
        return new([], $"in use now: {what}", kinds);
    }

    private MethodResult Add(byte[] der, bool isTrusted) =>
        new([], $"{NameOf(trust.AddCertificate(der, isTrusted))} is trusted now", ConfigurationChange.TrustList);

    private MethodResult Remove(string? thumbprint, bool isTrusted) =>
        new(
            [],
            $"{NameOf(trust.RemoveCertificate(thumbprint, isTrusted))} is no longer " + $"{(isTrusted ? "trusted" : "an issuer")}",
            ConfigurationChange.TrustList
        );

    private MethodResult Update(NodeId session, IReadOnlyList<Variant> inputs)
    {
        var issuers = (byte[]?[]?)inputs[3].Reference ?? [];
        var updated = certificate.Update(
            session,
            Id(inputs[0]),
            Id(inputs[1]),
            Bytes(inputs[2]),
            issuers,
            Text(inputs[4]),
            Bytes(inputs[5])
        );
        return new([Variant.From(true)], $"{NameOf(updated)} waits for ApplyChanges");
    }

    private MethodResult Request(NodeId session, IReadOnlyList<Variant> inputs)
    {
        var newKey = Flag(inputs[3]);
        var request = certificate.Request(Id(inputs[0]), Id(inputs[1]), Text(inputs[2]), newKey, Bytes(inputs[4]));
        return new(
            [Variant.FromByteString(request)],
            newKey ? "a certificate request with a new key was made" : "a certificate request was made"
        );
    }

    private static MethodResult Result(Variant output) => new([output]);

    private static MethodResult After(Action work, string? note = null)
    {
        work();
        return new([], note);
    }

    private static uint Handle(IReadOnlyList<Variant> inputs) => (uint)inputs[0].Bits;

    private static bool Flag(in Variant value) => value.Bits != 0;

    private static string? Text(in Variant value) => (string?)value.Reference;

    private static byte[]? Bytes(in Variant value) => (byte[]?)value.Reference;

    private static NodeId Id(in Variant value) => value.Reference is NodeId id ? id : default;

    private static string NameOf(X509Certificate2 certificate) => $"'{certificate.Subject}' ({certificate.Thumbprint})";
}
