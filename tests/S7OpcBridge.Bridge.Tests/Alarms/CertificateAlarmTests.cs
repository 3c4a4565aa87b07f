using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Tests.Alarms;

public sealed class CertificateAlarmTests
{
    private static readonly DateTimeOffset End = new(2027, 6, 1, 0, 0, 0, TimeSpan.Zero);

    [Test]
    public void A_certificate_is_an_alarm_three_weeks_before_its_end()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=x", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var certificate = request.CreateSelfSigned(End.AddYears(-1), End);
        var definition = CertificateAlarms.DefineFor(certificate);
        Assert.That(
            (definition.Kind, definition.Certificate!.Expiration),
            Is.EqualTo((ConditionKind.CertificateExpiration, UaTime.FromTicks(End.UtcTicks)))
        );
        Assert.That(definition.Message!.ToString(), Does.Contain("ends on 2027-06-01"));
        Assert.That(CertificateAlarms.StateOf(certificate, End.AddDays(-22)).States, Is.EqualTo(ConditionStates.Inactive));
        Assert.That(CertificateAlarms.StateOf(certificate, End.AddDays(-20)).States, Is.EqualTo(ConditionStates.Active));
    }

    [Test]
    public void Certificates_on_curves_have_alarms_of_their_own()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest("CN=x", key, HashAlgorithmName.SHA256).CreateSelfSigned(End.AddYears(-1), End);
        Assert.That(CertificateAlarms.DefineFor(certificate).Id.ToString(), Does.EndWith("_Status/_Alarm/Certificate nistP256"));
    }
}
