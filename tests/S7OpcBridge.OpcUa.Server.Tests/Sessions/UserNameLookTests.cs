using System.Collections.Concurrent;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>A user name is looked at before its password is decrypted: what cannot be decrypted tells whether that was tried.</summary>
[CancelAfter(60_000)]
internal sealed class UserNameLookTests : UaServerFixture
{
    private static readonly byte[] NotEncrypted = new byte[256];

    [Test]
    public async Task A_name_that_must_wait_is_refused_and_nothing_is_decrypted_for_it()
    {
        await StartAsync(static (_, _) => "It must wait.");
        Assert.That(await TryAsync("mes"), Is.EqualTo("BadUserAccessDenied"));
    }

    [Test]
    public async Task A_name_that_must_wait_since_it_waits_for_its_turn_is_refused_and_nothing_is_decrypted_for_it()
    {
        var looks = 0;
        await StartAsync((_, _) => ++looks == 2 ? "It must wait." : null);
        Assert.That(await TryAsync("mes"), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(looks, Is.EqualTo(2));
    }

    [Test]
    public async Task A_name_that_may_be_tried_is_decrypted()
    {
        await StartAsync(static (_, _) => null);
        Assert.That(await TryAsync("mes"), Is.EqualTo("BadIdentityTokenInvalid"));
    }

    [Test]
    public async Task Whoever_asks_is_known_by_name_and_address()
    {
        var asked = new ConcurrentQueue<string>();
        await StartAsync(
            (name, remote) =>
            {
                asked.Enqueue($"{name} {((System.Net.IPEndPoint)remote!).Address.MapToIPv4()}");
                return null;
            }
        );
        await TryAsync("anna");
        Assert.That(asked, Is.EqualTo(new[] { "anna 127.0.0.1", "anna 127.0.0.1" }));
    }

    private Task StartAsync(UserNameLook look) =>
        StartAsync(options =>
            options with
            {
                Certificate = UaTestCertificates.Shared.Server,
                CheckUserName = (_, _, _, _) => throw new InvalidOperationException("No password gets here."),
                LookAtUserName = look,
            }
        );

    private async Task<string> TryAsync(string user)
    {
        var client = Keep(await UaTestLogin.CreatedAsync(Server.Port, Stop));
        return await StatusOf(client.ActivateAsync(Stop, UaTestLogin.Token(user, NotEncrypted)));
    }
}
