using System.Text;
using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Certificates and passwords between our client and the soft PLC.</summary>
[CancelAfter(60_000)]
internal sealed class PlusTrustTests
{
    private const string Old = "1;6ES7 511-1AK02-0AB0;V2.9";
    private const string New = "1;6ES7 512-1DM03-0AB0;V4.1";

    [TestCase(Old, "", "geheim", true)]
    [TestCase(Old, "", "falsch", false)]
    [TestCase(Old, "anna", "geheim", false)]
    [TestCase(New, "", "geheim", true)]
    [TestCase(New, "", "falsch", false)]
    [TestCase(New, "anna", "Töpfe", true)]
    [TestCase(New, "anna", "geheim", false)]
    [TestCase(New, "nobody", "geheim", false)]
    public async Task A_locked_CPU_opens_to_the_right_password_alone(
        string cpu,
        string user,
        string password,
        bool opens,
        CancellationToken cancel
    )
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { Cpu = cpu });
        plant.Plus.Access = SoftAccess.None;
        plant.Plus.Password = "geheim";
        plant.Plus.AddUser("anna", "Töpfe");
        if (opens)
        {
            await using var connection = await plant.ConnectAsync(user, password, cancel);
            Assert.That(await plant.ReadAsync(connection, cancel, "DB_Pack.Fixed"), Is.EqualTo(new[] { "0000" }));
            return;
        }

        var refused = await Assert.ThrowsAsync<S7PlusTrustException>(() => plant.ConnectAsync(user, password, cancel));
        Assert.That(refused!.Stage, Is.EqualTo(S7PlusStage.Legitimation));
        Assert.That(refused.Message, Does.Not.Contain(password));
    }

    [TestCase("1;6ES7 615-4DF10-0AB0;V3.1", true, 1)]
    [TestCase("1;6ES7 615-4DF10-0AB0;V3.1", false, 2)]
    [TestCase("1;6ES7 672-7FC01-0YA0;V21.9", false, 1)]
    [TestCase("1;6ES7 672-7FC01-0YA0;V21.9", true, 2)]
    public async Task The_answer_of_the_CPU_decides_about_the_form_of_a_password(
        string cpu,
        bool takesNew,
        int tries,
        CancellationToken cancel
    )
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { Cpu = cpu, TakesNewPasswords = takesNew });
        plant.Plus.Access = SoftAccess.None;
        plant.Plus.Password = "geheim";
        Assert.That(await TriesAsync(plant, "geheim", cancel), Is.EqualTo(tries));
        await using var connection = await plant.ConnectAsync("", "geheim", cancel);
        Assert.That(connection.Security.Legitimation, Is.EqualTo(takesNew ? S7PlusLegitimation.NewForm : S7PlusLegitimation.OldForm));
        Assert.That(async () => await TriesAsync(plant, "falsch", cancel), Throws.InstanceOf<S7PlusTrustException>());
    }

    [Test]
    public async Task A_wrong_password_is_sent_once_because_CPUs_count_them(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Access = SoftAccess.None;
        plant.Plus.Password = "geheim";
        var log = new List<string>();
        Assert.That(async () => await TriesAsync(plant, "falsch", cancel, log), Throws.InstanceOf<S7PlusTrustException>());
        Assert.That(CountOf(log), Is.EqualTo(1));
    }

    [Test]
    public async Task A_CPU_without_a_project_is_told_in_words(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { HasProject = false });
        var failure = await Assert.ThrowsAsync<S7PlusProtocolException>(() => plant.ConnectAsync(cancel));
        Assert.That(failure!.Message, Does.Contain("no project loaded").And.Contain("TIA Portal"));
    }

    private static async Task<int> TriesAsync(PlusPlant plant, string password, CancellationToken cancel, List<string>? log = null)
    {
        log ??= [];
        var options = plant.Options with
        {
            WireLog = entry => log.Add(entry.ToString()),
            Password = _ => new ValueTask<S7PlusPassword>(new S7PlusPassword(password)),
        };
        await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel);
        return CountOf(log);
    }

    // Challenge and response of a try are two messages each way.
    private static int CountOf(List<string> log) => log.Count(line => line.Contains("withheld: password")) / 4;

    [Test]
    public async Task A_locked_CPU_without_a_password_says_what_to_do(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Access = SoftAccess.None;
        var refused = await Assert.ThrowsAsync<S7PlusTrustException>(() => plant.ConnectAsync(cancel));
        Assert.That(refused!.Message, Does.Contain("password").And.Contain("TIA Portal"));
    }

    [TestCase(SoftAccess.Unprotected)]
    [TestCase(SoftAccess.Full)]
    [TestCase(SoftAccess.Hmi)]
    public async Task A_password_is_not_asked_for_where_tags_are_free(SoftAccess access, CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        plant.Plus.Access = access;
        await using var connection = await plant.ConnectAsync(cancel);
        Assert.That(await plant.WriteAsync(connection, "DB_Pack.Count", [0, 0, 0, 1], cancel), Is.EqualTo(S7PlusItemStatus.Ok));
    }

    [Test]
    public async Task The_wire_log_shows_requests_and_no_password(CancellationToken cancel)
    {
        await using var plant = new PlusPlant(new SoftPlusOptions { Cpu = Old });
        plant.Plus.Access = SoftAccess.None;
        plant.Plus.Password = "geheim";
        var log = new List<string>();
        var options = plant.Options with
        {
            WireLog = entry => log.Add(entry.ToString()),
            Password = _ => new ValueTask<S7PlusPassword>(new S7PlusPassword("geheim")),
        };
        await using (var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel))
            await plant.ReadAsync(connection, cancel, "DB_Pack.Count");
        var response = Convert.ToHexStringLower(Encoding.UTF8.GetBytes("geheim"));
        Assert.That(log, Has.Some.Contains("> ").And.Contains("31000004ca"), "the session's CreateObject");
        Assert.That(
            log.Count(line => line.Contains("withheld: password")),
            Is.GreaterThanOrEqualTo(4),
            "challenge and response, both ways"
        );
        Assert.That(log, Has.None.Contains("31000004f2"), "SetVariable carries the response");
        Assert.That(log, Has.None.Contains(response));
        Assert.That(log, Has.Some.Contains("310000054c"), "the read after the password");
    }

    [Test]
    public async Task Another_certificate_than_the_pinned_one_ends_the_connection_before_a_session(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        var options = plant.Options with { CertificateCheck = S7PlusCertificateChecks.Pin(new string('A', 40)) };
        var refused = await Assert.ThrowsAsync<S7PlusTrustException>(() =>
            S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancel)
        );
        Assert.That(refused!.Stage, Is.EqualTo(S7PlusStage.Certificate));
        Assert.That(refused.IsTransient, Is.False);
        Assert.That(plant.Plc.Counters.Setups, Is.Zero);
    }

    [Test]
    public async Task The_certificate_of_the_first_time_is_the_only_one_from_then_on(CancellationToken cancel)
    {
        await using var plant = new PlusPlant();
        await using var other = new PlusPlant();
        string? remembered = null;
        var check = S7PlusCertificateChecks.FirstUse(
            _ => new ValueTask<string?>(remembered),
            (certificate, _) =>
            {
                remembered = certificate.Thumbprint;
                return ValueTask.CompletedTask;
            }
        );
        for (var i = 0; i < 2; i++)
            await (
                await S7PlusConnection.ConnectAsync(plant.Options with { CertificateCheck = check }, TimeProvider.System, cancel)
            ).DisposeAsync();
        Assert.That(remembered, Is.EqualTo(plant.Plus.Thumbprint));
        var refused = await Assert.ThrowsAsync<S7PlusTrustException>(() =>
            S7PlusConnection.ConnectAsync(other.Options with { CertificateCheck = check }, TimeProvider.System, cancel)
        );
        Assert.That(refused!.Message, Does.Contain("first seen"));
    }
}
