using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>A server with certificates for RSA and all curves that this system has.</summary>
internal abstract class EllipticFixture : UaServerFixture
{
    protected static readonly UaTestCertificates P256 = new(CertificateKind.NistP256),
        P384 = new(CertificateKind.NistP384),
        Rsa = UaTestCertificates.Shared;

    /// <summary>All policies with ephemeral keys.</summary>
    protected static readonly SecurityPolicy[] Policies =
    [
        .. SecurityPolicy.Elliptic.Concat(SecurityPolicy.FiniteField).Where(static policy => policy.IsSupported),
    ];

    private static readonly Dictionary<CertificateKind, UaTestCertificates> Others = Policies
        .Select(static policy => policy.CertificateKind)
        .Distinct()
        .Where(static kind => kind is CertificateKind.BrainpoolP256 or CertificateKind.BrainpoolP384)
        .ToDictionary(static kind => kind, static kind => new UaTestCertificates(kind));

    protected static IEnumerable<TestCaseData> Modes() =>
        from policy in Policies
        from mode in (MessageSecurityMode[])[MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt]
        select new TestCaseData(policy, mode);

    protected static UaTestCertificates Of(SecurityPolicy policy) =>
        policy.CertificateKind switch
        {
            CertificateKind.Rsa => Rsa,
            CertificateKind.NistP256 => P256,
            CertificateKind.NistP384 => P384,
            var kind => Others[kind],
        };

    protected async Task<UaTestChannel> OpenAsync(SecurityPolicy policy, MessageSecurityMode mode)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Of(policy), policy, mode);
        return channel;
    }

    protected Task StartSecureAsync(Func<UaServerOptions, UaServerOptions>? change = null, int variables = 3) =>
        StartAsync(
            options =>
            {
                var secure = options with
                {
                    SecurityPolicies = [.. Policies, SecurityPolicy.Basic256Sha256],
                    Certificate = Rsa.Server,
                    EllipticCertificates = [P256.Server, P384.Server, .. Others.Values.Select(static pair => pair.Server)],
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = (name, password, _, _) =>
                        ValueTask.FromResult(
                            name == "mes" && password.Span.SequenceEqual("secret"u8) ? new UaUser(name, ["Operator"]) : null
                        ),
                    CheckUserCertificate = (chain, _, _) => ValueTask.FromResult<UaUser?>(new UaUser(chain[0].Subject, [])),
                };
                return change?.Invoke(secure) ?? secure;
            },
            variables: variables
        );
}
