using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// A secured session moves only to a channel of the same client with the same security; whoever tries otherwise gets its status, and the session lives on.
/// </summary>
[CancelAfter(30_000)]
internal sealed class SecureSessionMoveTests : AdminFixture
{
    private static readonly UaTestCertificates Other = new(Certificates);

    [Test]
    public async Task To_a_channel_of_the_same_client_with_the_same_security() => Assert.That(await MoveAsync(), Is.EqualTo("Good"));

    [Test]
    public async Task Not_to_one_with_another_certificate_of_the_same_application() =>
        Assert.That(await MoveAsync(certificates: Other), Is.EqualTo("BadSecurityChecksFailed"));

    [Test]
    public async Task Not_to_one_that_signs_only() =>
        Assert.That(await MoveAsync(mode: MessageSecurityMode.Sign), Is.EqualTo("BadSecurityPolicyRejected"));

    [Test]
    public async Task Not_to_one_with_another_policy() =>
        Assert.That(await MoveAsync(SecurityPolicy.Aes256Sha256RsaPss), Is.EqualTo("BadSecurityPolicyRejected"));

    [Test]
    public async Task Not_to_one_without_security() =>
        Assert.That(await MoveAsync(SecurityPolicy.None, MessageSecurityMode.None), Is.EqualTo("BadSecurityPolicyRejected"));

    private async Task<string> MoveAsync(
        SecurityPolicy? policy = null,
        MessageSecurityMode mode = MessageSecurityMode.SignAndEncrypt,
        UaTestCertificates? certificates = null
    )
    {
        await StartSecureAsync();
        var first = await UserAsync("mes");
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var isSecure = mode != MessageSecurityMode.None;
        await channel.OpenAsync(Stop, isSecure ? certificates ?? Certificates : null, policy ?? SecurityPolicy.Basic256Sha256, mode);
        var second = Keep(new UaTestClient(channel));
        second.TakeSessionFrom(first);
        var status = await StatusOf(
            second.ActivateAsync(Stop, Password("mes", "mes", first.ServerNonce), isSecure ? certificates ?? Certificates : null)
        );
        var user = status == "Good" ? second : first;
        Assert.That(await StatusOf(user.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo("Good"), "the session lives on");
        return status;
    }
}
