using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>What a stranger or an administrator sends that is not OPC UA: certificates, revocation lists, keys; and the passwords of users.</summary>
internal static class SecurityTargets
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 0, 0, 0, TimeSpan.Zero);
    private static readonly UaTestAuthority Root = UaTestAuthority.Root("Fuzz root", Now),
        Issuing = Root.Below("Fuzz issuing", Now);
    private static readonly X509Certificate2 Leaf = Issuing.Issue("fuzz", Now),
        Alone = UaTestAuthority.SelfSigned("alone", Now);
    private static readonly X509Certificate2 Public = X509CertificateLoader.LoadCertificate(Alone.RawData);
    private static readonly byte[] Nonce = new byte[32];

    private static readonly TrustLists Lists = new(
        [Root.Certificate, Alone],
        [Issuing.Certificate],
        [RevocationList.Read(Root.RevocationList(Now)), RevocationList.Read(Issuing.RevocationList(Now))]
    );

    /// <summary>Name, what is fed, valid inputs, and how many damaged ones: those that ask for private keys or chains are slow.</summary>
    public static readonly (string Name, Action<byte[]> Feed, Func<byte[][]> Seeds, int Inputs)[] All =
    [
        ("certificate", Certificate, CertificateSeeds, 1500),
        ("revocation-list", Revocations, () => [Root.RevocationList(Now), Root.RevocationList(Now, Leaf, Issuing.Certificate)], 8000),
        ("trust-list", TrustList, TrustListSeeds, 5000),
        (
            "pushed-pem",
            bytes => PushedKey.Join(Public, "PEM", bytes).Dispose(),
            () => [System.Text.Encoding.ASCII.GetBytes(Alone.GetRSAPrivateKey()!.ExportPkcs8PrivateKeyPem())],
            2000
        ),
        ("pushed-pfx", bytes => PushedKey.Join(Public, "PFX", bytes).Dispose(), () => [Alone.Export(X509ContentType.Pfx)], 300),
        ("user-token", UserToken, UserTokenSeeds, 2000),
    ];

    /// <summary>A client's chain: taken apart, its names read, and judged.</summary>
    private static void Certificate(byte[] bytes)
    {
        using var peer = PeerCertificate.Parse(bytes);
        CertificateNames.Uris(peer.Chain[0]);
        CertificateNames.HasHost(peer.Chain[0], "localhost");
        CertificateNames.HasHost(peer.Chain[0], "10.0.0.1");
        if (CertificateValidation.Check(peer.Chain, Lists, CertificatePurpose.Application, Now) is { IsGood: false } refused)
            throw new UaException(refused.Status, refused.Reason);
    }

    private static void Revocations(byte[] bytes)
    {
        try
        {
            var list = RevocationList.Read(bytes);
            if (!list.IsIssuedBy(Root.Certificate))
                throw new UaException(StatusCodes.BadCertificateInvalid, "Another issuer.");
            list.Revokes(Leaf);
        }
        catch (CryptographicException e)
        {
            throw new UaException(StatusCodes.BadCertificateInvalid, e.Message);
        }
    }

    private static void TrustList(byte[] bytes) => TrustListCheck.Whole(TrustListContent.Decode(bytes, EncodingLimits.Default), 1_000_000);

    /// <summary>A user's name and password, or certificate, as ActivateSession brings them.</summary>
    private static void UserToken(byte[] bytes)
    {
        var reader = new UaReader(bytes, EncodingLimits.Default);
        switch (reader.ReadExtensionObject()?.Body)
        {
            case UserNameIdentityToken { UserName: not null } name
                when UserSecret.Decrypt(UaTestCertificates.Shared.Server, SecurityPolicy.Basic256Sha256, name.Password, Nonce) is not null:
                return;
            case X509IdentityToken { CertificateData: { } der }:
                using (var certificate = TrustListCheck.Certificate(der))
                    CertificateNames.Uris(certificate);
                return;
            default:
                throw new UaException(StatusCodes.BadIdentityTokenInvalid, "No token.");
        }
    }

    private static byte[][] CertificateSeeds()
    {
        var (a, b) = (
            UaTestAuthority.Sign(new("A") { IsAuthority = true }, Now, "B", "B"),
            UaTestAuthority.Sign(new("B") { IsAuthority = true }, Now, "A", "A")
        );
        var loop = UaTestAuthority.Sign(new("looped"), Now, "A", "A");
        return
        [
            Alone.RawData,
            [.. Leaf.RawData, .. Issuing.Certificate.RawData],
            [.. Leaf.RawData, .. Issuing.Certificate.RawData, .. Root.Certificate.RawData],
            [.. loop.RawData, .. a.RawData, .. b.RawData],
        ];
    }

    private static byte[][] TrustListSeeds() =>
        [
            new TrustListContent
            {
                TrustedCertificates = [Alone.RawData],
                IssuerCertificates = [Root.Certificate.RawData],
                IssuerCrls = [Root.RevocationList(Now)],
            }.Encode(),
            new TrustListContent { Parts = TrustListParts.TrustedCertificates }.Encode(),
        ];

    private static byte[][] UserTokenSeeds()
    {
        var longer = new UaTestRsaSecret(SecurityPolicy.Basic256Sha256, Nonce, "secret"u8.ToArray()).ToBytes();
        byte[] plain = [.. BitConverter.GetBytes(6 + Nonce.Length), .. "secret"u8, .. Nonce];
        var password = UaTestCertificates.Shared.ServerKey.Encrypt(plain, SecurityPolicy.Basic256Sha256.Encryption!);
        return
        [
            Wire.Write(
                (ref UaWriter writer) =>
                    writer.WriteExtensionObject(ExtensionObject.From(new UserNameIdentityToken { UserName = "mes", Password = longer }))
            ),
            Wire.Write(
                (ref UaWriter writer) =>
                    writer.WriteExtensionObject(
                        ExtensionObject.From(
                            new UserNameIdentityToken
                            {
                                PolicyId = "p",
                                UserName = "mes",
                                Password = password,
                            }
                        )
                    )
            ),
            Wire.Write(
                (ref UaWriter writer) =>
                    writer.WriteExtensionObject(
                        ExtensionObject.From(new X509IdentityToken { PolicyId = "p", CertificateData = Alone.RawData })
                    )
            ),
        ];
    }
}
