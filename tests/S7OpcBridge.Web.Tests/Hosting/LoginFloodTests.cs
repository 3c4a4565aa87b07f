using System.Diagnostics;
using System.Net;
using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Login;
using DefaultHttpContext = Microsoft.AspNetCore.Http.DefaultHttpContext;

namespace S7OpcBridge.Web.Tests;

/// <summary>
/// Right logins while many connections show wrong ones: few guesses take a core, so that the right ones have their turn early. Times are told, not asserted.
/// </summary>
[CancelAfter(180_000)]
public sealed class LoginFloodTests
{
    private const int MostHashes = 24;
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;
    private static readonly UserEntry Mes = new("mes", PasswordHash.Compute("right-password"), ["Operator"]);
    private static readonly UserEntry Anna = new("anna", PasswordHash.Compute("another-one"), ["Operator"]);
    private static readonly UserEntry Bert = new("bert", PasswordHash.Compute("a-third-one"), ["Operator"]);

    [TestCase(60)]
    [TestCase(400)]
    public async Task Right_logins_over_OPC_UA_have_their_turn_among_wrong_ones(int wrong, CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes, Anna, Bert] }, TimeProvider.System, NullLogger.Instance);
        await using var server = await UaTestServer.StartAsync(
            token,
            options =>
                options with
                {
                    AllowAnonymous = false,
                    Certificate = Certificates.Server,
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = logins.CheckAsync,
                    LookAtUserName = logins.LookAt,
                    Limits = options.Limits with { MaxConnections = 1000, MaxConnectionsWithoutSession = 1000, MaxSessions = 1000 },
                }
        );
        var clients = new List<UaTestClient>();
        try
        {
            for (var i = 0; i < wrong + 2; i++)
                clients.Add(await UaTestLogin.CreatedAsync(server.Port, token));
            using var over = new CancellationTokenSource();
            var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var storm = clients
                .Skip(2)
                .Select(
                    (client, i) => GuessAsync(client, i % 2 == 0 ? "mes" : $"stranger {i}", () => begun.TrySetResult(), over.Token, token)
                )
                .ToArray();
            await begun.Task.WaitAsync(token);
            var times = new List<double>();
            foreach (var (client, user, password) in new[] { (clients[0], "anna", "another-one"), (clients[1], "bert", "a-third-one") })
            {
                var start = Stopwatch.GetTimestamp();
                Assert.That(await UaTestLogin.StatusAsync(client, user, password, token), Is.EqualTo("Good"));
                times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
            }

            Assert.That(logins.PasswordsHashed, Is.LessThan(MostHashes), $"of {wrong} guesses and two right ones");
            TestContext.Out.WriteLine(
                $"{wrong} connections with wrong logins: right ones in {string.Join(" and ", times.Select(time => $"{time:0} ms"))}, {logins.PasswordsHashed} "
                    + "hashes"
            );
            await over.CancelAsync();
            Assert.That(await Task.WhenAll(storm), Is.All.EqualTo("BadUserAccessDenied"));
        }
        finally
        {
            foreach (var client in clients)
                await client.DisposeAsync();
        }
    }

    [TestCase(60)]
    [TestCase(400)]
    public async Task Right_logins_over_the_web_have_their_turn_among_wrong_ones(int wrong, CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes, Anna] }, TimeProvider.System, NullLogger.Instance);
        var login = new WebLogin(NoBridge.Commands(logins), TimeProvider.System);
        var storm = Enumerable.Range(0, wrong).Select(i => AskAsync(login, i % 2 == 0 ? "mes" : $"stranger {i}", "guess")).ToArray();
        var start = Stopwatch.GetTimestamp();
        Assert.That(await AskAsync(login, "anna", "another-one"), Is.True);
        TestContext.Out.WriteLine(
            $"{wrong} wrong logins over the web: the right one in {Stopwatch.GetElapsedTime(start).TotalMilliseconds:0} ms, {logins.PasswordsHashed} hashes"
        );
        Assert.That(logins.PasswordsHashed, Is.LessThan(MostHashes), $"of {wrong} guesses and a right one");
        Assert.That(await Task.WhenAll(storm).WaitAsync(token), Is.All.False);
    }

    [Test]
    public async Task A_thousand_wrong_logins_by_the_form_leave_the_right_one_its_turn(CancellationToken token)
    {
        const int wrong = 1000;
        var logins = new Logins(new ServerSettings { Users = [Mes, Anna] }, TimeProvider.System, NullLogger.Instance);
        var rig = new ActionRig(NoBridge.Commands(logins));
        var storm = Enumerable.Range(0, wrong).Select(i => rig.LogInAsync(i % 2 == 0 ? "mes" : $"stranger {i}", "guess")).ToArray();
        Assert.That((await rig.LogInAsync("anna", "another-one")).Status, Is.EqualTo(200));
        Assert.That(logins.PasswordsHashed, Is.LessThan(MostHashes), $"of {wrong} guesses and a right one");
        Assert.That((await Task.WhenAll(storm).WaitAsync(token)).Select(answer => answer.Status), Is.All.EqualTo(401));
        Assert.That(rig.Sessions.Count, Is.EqualTo(1));
    }

    private static async Task<bool> AskAsync(WebLogin login, string user, string password)
    {
        var context = new DefaultHttpContext();
        context.Connection.RemoteIpAddress = IPAddress.Loopback;
        context.Request.Headers.Authorization = "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{password}"));
        return await login.FindAsync(context) is not null;
    }

    // Again and again, until the right ones are in.
    private static Task<string> GuessAsync(
        UaTestClient client,
        string user,
        Action answered,
        CancellationToken over,
        CancellationToken token
    ) =>
        Task.Run(
            async () =>
            {
                string status;
                do
                {
                    status = await UaTestLogin.StatusAsync(client, user, "guess", token);
                    answered();
                } while (status == "BadUserAccessDenied" && !over.IsCancellationRequested);
                return status;
            },
            token
        );
}
