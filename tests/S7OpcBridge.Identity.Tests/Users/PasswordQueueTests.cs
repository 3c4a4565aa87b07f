using System.Net;
using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Right logins while others guess.</summary>
[CancelAfter(60_000)]
public sealed class PasswordQueueTests
{
    private static readonly IPAddress Here = IPAddress.Loopback,
        There = IPAddress.Parse("192.0.2.7");
    private static readonly UserEntry Mes = new("mes", PasswordHash.Compute("right-password"), ["Operator"]);
    private static readonly UserEntry Anna = new("anna", PasswordHash.Compute("another-one"), ["Operator"]);

    [Test]
    public async Task Guesses_for_one_user_do_not_hold_up_another(CancellationToken token)
    {
        Assert.That(
            await OrderAsync(token, ("mes", Here), ("mes", Here), ("mes", Here), ("mes", Here), ("anna", Here)),
            Is.EqualTo(new[] { "mes", "anna", "mes", "mes", "mes" })
        );
    }

    [Test]
    public async Task Guesses_from_one_address_do_not_hold_up_another(CancellationToken token)
    {
        Assert.That(
            await OrderAsync(token, ("a", Here), ("b", Here), ("c", Here), ("d", Here), ("mes", There)),
            Is.EqualTo(new[] { "a", "mes", "b", "c", "d" })
        );
    }

    [Test]
    public async Task A_name_that_nobody_has_costs_as_many_hashes_as_one_that_somebody_has(CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes] }, new ManualClock(), NullLogger.Instance);
        var hashed = new List<int>();
        foreach (var name in (string[])["mes", "nobody"])
        {
            var before = logins.PasswordsHashed;
            for (var i = 0; i < LoginThrottle.FreeFailures + 3; i++)
                await CheckAsync(logins, name, $"guess {i}", token);
            hashed.Add(logins.PasswordsHashed - before);
        }

        Assert.That(hashed, Is.EqualTo(new[] { LoginThrottle.FreeFailures + 1, LoginThrottle.FreeFailures + 1 }));
    }

    [Test]
    public async Task Many_names_that_nobody_has_are_refused_at_their_address_and_who_has_a_password_is_let_in_there(
        CancellationToken token
    )
    {
        var logins = new Logins(new ServerSettings { Users = [Mes, Anna] }, new ManualClock(), NullLogger.Instance);
        for (var i = 0; i < 40; i++)
            await CheckAsync(logins, $"nobody {i}", "guess", token);
        Assert.That(logins.PasswordsHashed, Is.EqualTo(LoginThrottle.FreeNames));
        Assert.That(logins.LookAt("nobody else", new IPEndPoint(Here, 1)), Does.Contain("too many such names"));
        Assert.That(logins.LookAt("nobody else", new IPEndPoint(There, 1)), Is.Null, "other addresses are not affected");
        Assert.That(logins.LookAt("mes", new IPEndPoint(Here, 1)), Is.Null);
        Assert.That(await CheckAsync(logins, "mes", "right-password", token), Is.Not.Null);
    }

    [Test]
    public async Task Who_gives_up_while_it_waits_takes_nobodys_turn(CancellationToken token)
    {
        var queue = new PasswordQueue(1);
        using var giveUp = new CancellationTokenSource();
        using var first = new ManualResetEventSlim();
        var running = queue.RunAsync(
            "a",
            Here,
            () =>
            {
                first.Wait(token);
                return true;
            },
            token
        );
        var gone = queue.RunAsync("b", Here, () => true, giveUp.Token);
        var last = queue.RunAsync("c", Here, () => true, token);
        await giveUp.CancelAsync();
        Assert.That(async () => await gone, Throws.InstanceOf<OperationCanceledException>());
        first.Set();
        Assert.That(await last, Is.True);
        await running;
    }

    [TestCase("nobody")]
    [TestCase("mes")]
    public async Task Of_a_storm_of_guesses_only_a_few_take_a_core(string name, CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes, Anna] }, new ManualClock(), NullLogger.Instance);
        await CheckAsync(logins, "anna", "another-one", token);
        var before = logins.PasswordsHashed;
        var storm = Enumerable.Range(0, 200).Select(i => CheckAsync(logins, name, $"guess {i}", token)).ToArray();
        Assert.That(await CheckAsync(logins, "anna", "another-one", token), Is.Not.Null, "who was let in before is let in");
        Assert.That(await Task.WhenAll(storm), Is.All.Null);
        Assert.That(logins.PasswordsHashed - before, Is.LessThan(20), "of 200");
    }

    [Test]
    public async Task A_user_with_another_password_is_not_let_in_with_the_one_that_was_known(CancellationToken token)
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        UsersFile.Write(path, new UsersDocument([Mes], null));
        var logins = new Logins(new ServerSettings { Users = [Mes], UsersFile = path }, new ManualClock(), NullLogger.Instance);
        Assert.That(await CheckAsync(logins, "mes", "right-password", token), Is.Not.Null);
        UsersFile.Write(path, new UsersDocument([Mes with { Password = PasswordHash.Compute("a new one") }], null));
        Assert.That(await CheckAsync(logins, "mes", "right-password", token), Is.Null);
        Assert.That(await CheckAsync(logins, "mes", "a new one", token), Is.Not.Null);
    }

    private static async Task<UaUser?> CheckAsync(Logins logins, string user, string password, CancellationToken token)
    {
        try
        {
            return await logins.CheckAsync(user, Encoding.UTF8.GetBytes(password), new IPEndPoint(Here, 1), token);
        }
        catch (UaException)
        {
            return null; // it must wait
        }
    }

    // The first holds the only core until all others wait.
    private static async Task<string[]> OrderAsync(CancellationToken token, params (string User, IPAddress Address)[] asked)
    {
        var queue = new PasswordQueue(1);
        var order = new List<string>();
        using var started = new ManualResetEventSlim();
        var holder = queue.RunAsync(
            "holder",
            IPAddress.None,
            () =>
            {
                started.Wait(token);
                return true;
            },
            token
        );
        var checks = asked
            .Select(each =>
                queue.RunAsync(
                    each.User,
                    each.Address,
                    () =>
                    {
                        order.Add(each.User);
                        return true;
                    },
                    token
                )
            )
            .ToArray();
        started.Set();
        await holder;
        await Task.WhenAll(checks);
        return [.. order];
    }
}
