using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>The alarms for own certificates of the server that expire soon, or have expired.</summary>
internal static class CertificateAlarms
{
    /// <summary>How long before its end the alarm of a certificate becomes active.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromDays(21);

    private const uint Rsa = 12560,
        NistP256 = 23538,
        NistP384 = 23539,
        BrainpoolP256 = 23540,
        BrainpoolP384 = 23541;

    private static readonly ConditionRules Rules = new() { AckRequired = false, Class = ConditionClasses.System };

    /// <summary>The CertificateType of a certificate, an id of namespace 0 (OPC 10000-12, 7.8.4).</summary>
    public static uint TypeOf(X509Certificate2 certificate)
    {
        return CertificateKinds.KindOf(certificate) switch
        {
            CertificateKind.NistP256 => NistP256,
            CertificateKind.NistP384 => NistP384,
            CertificateKind.BrainpoolP256 => BrainpoolP256,
            CertificateKind.BrainpoolP384 => BrainpoolP384,
            _ => Rsa,
        };
    }

    /// <summary>The condition of a certificate, <c>_Status/_Alarm/Certificate</c>; those on curves have the name of the curve behind it.</summary>
    public static ConditionDefinition DefineFor(X509Certificate2 certificate)
    {
        var type = TypeOf(certificate);
        var name = type switch
        {
            Rsa => "Certificate",
            NistP256 => "Certificate nistP256",
            NistP384 => "Certificate nistP384",
            BrainpoolP256 => "Certificate brainpoolP256r1",
            _ => "Certificate brainpoolP384r1",
        };
        return new ConditionDefinition(
            new NodeId(TagNamespace.Index, $"_Status/_Alarm/{name}"),
            new NodeId(TagNamespace.Index, "_Status"),
            ConditionKind.CertificateExpiration,
            name,
            Rules
        )
        {
            SourceName = "S7OpcBridge",
            Input = ConditionDefinition.NoInput,
            Message = new ConditionText(new LocalizedText(SentenceOf(certificate), "en")),
            Severity = EventSeverity.Trouble,
            Certificate = new ConditionCertificate(
                UaTime.FromTicks(certificate.NotAfter.ToUniversalTime().Ticks),
                type,
                certificate.RawData
            ),
        };
    }

    /// <summary>The active states of the condition at a time.</summary>
    public static ConditionUpdate StateOf(X509Certificate2 certificate, DateTimeOffset now) =>
        new(
            certificate.NotAfter.ToUniversalTime() - now.UtcDateTime < Limit ? ConditionStates.Active : ConditionStates.Inactive,
            EventSeverity.Trouble,
            Message: null,
            Time: 0,
            StatusCodes.Good
        );

    private static string SentenceOf(X509Certificate2 certificate) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"The server's certificate {certificate.Thumbprint} ends on {certificate.NotAfter.ToUniversalTime():yyyy-MM-dd}; then no client connects encrypted."
        );
}
