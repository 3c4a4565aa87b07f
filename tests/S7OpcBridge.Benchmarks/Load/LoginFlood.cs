using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// How long a right login takes while many connections show wrong ones, as a multiple of one that nobody disturbs in the same run: a hash each. A quarter of
/// them guess for a user that exists, a quarter for names that do not, half for another name each time. They run in this process and on its cores, as fast as
/// they are answered.
/// </summary>
internal static class LoginFlood
{
    private const string Right = "a right password";
    private const int Times = 5;
    private static readonly TimeSpan TurnedAway = TimeSpan.FromSeconds(1);
    private static readonly int[] Floods = [60, 400];
    private static readonly UserEntry[] Users =
    [
        .. Enumerable
            .Range(0, Times * (Floods.Length + 1))
            .Select(i => new UserEntry($"user {i}", PasswordHash.Compute(Right), ["Operator"])),
    ];
    private static readonly UserEntry Mes = new("mes", PasswordHash.Compute(Right), ["Operator"]);

    /// <summary>Over OPC UA.</summary>
    public static async Task<double?> OverOpcUaAsync()
    {
        var logins = Open();
        await using var server = await UaTestServer.StartAsync(
            CancellationToken.None,
            options =>
                options with
                {
                    AllowAnonymous = false,
                    Certificate = UaTestCertificates.Shared.Server,
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = logins.CheckAsync,
                    LookAtUserName = logins.LookAt,
                    Limits = options.Limits with { MaxSessions = 1000 },
                }
        );
        return await RatioAsync(
            "OPC UA",
            async (user, token) =>
            {
                await using var client = await UaTestLogin.CreatedAsync(server.Port, token);
                var start = Stopwatch.GetTimestamp();
                var status = await UaTestLogin.StatusAsync(client, user, Right, token);
                return status == nameof(StatusCodes.Good)
                    ? Stopwatch.GetElapsedTime(start)
                    : throw new InvalidOperationException($"A right login is answered with {status}.");
            },
            async (name, token) =>
            {
                await using var client = await UaTestLogin.CreatedAsync(server.Port, token);
                while (!token.IsCancellationRequested)
                    await UaTestLogin.StatusAsync(client, name(), "guess", token);
            }
        );
    }

    /// <summary>Over the web with TLS, a connection for each right login, from another address than the flood.</summary>
    public static async Task<double?> OverWebAsync()
    {
        await using var bridge = await FloodedBridge.StartAsync([Mes, .. Users]);
        return await RatioAsync(
            "web",
            async (user, token) =>
            {
                var start = Stopwatch.GetTimestamp();
                HttpStatusCode? status;
                do
                {
                    using var browser = bridge.Browser(IPAddress.Loopback);
                    status = await bridge.AskAsync(browser, user, Right, token);
                } while (status is null);
                return status == HttpStatusCode.OK
                    ? Stopwatch.GetElapsedTime(start)
                    : throw new InvalidOperationException($"A right login is answered with {status}.");
            },
            async (name, token) =>
            {
                using var browser = bridge.Browser(FloodedBridge.Elsewhere);
                while (!token.IsCancellationRequested)
                {
                    if (await bridge.AskAsync(browser, name(), "guess", token) is null)
                        await Task.Delay(TurnedAway, token);
                }
            }
        );
    }

    private static Logins Open() => new(new ServerSettings { Users = [Mes, .. Users] }, TimeProvider.System, NullLogger.Instance);

    private static async Task<double?> RatioAsync(
        string way,
        Func<string, CancellationToken, Task<TimeSpan>> login,
        Func<Func<string>, CancellationToken, Task> guess
    )
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        await login(Mes.Name, patience.Token); // what is compiled first and the first hash
        var users = new Queue<string>(Users.Select(static user => user.Name));
        var alone = await MedianAsync();
        var worst = 0.0;
        foreach (var size in Floods)
        {
            using var over = CancellationTokenSource.CreateLinkedTokenSource(patience.Token);
            var flood = Enumerable
                .Range(0, size)
                .Select(i => Task.Run(() => GuessAsync(NamesOf(i), over.Token), CancellationToken.None))
                .ToArray();
            await Task.Delay(TimeSpan.FromSeconds(1), patience.Token); // they connect
            var beside = await MedianAsync();
            worst = Math.Max(worst, beside / alone);
            Console.WriteLine(
                FormattableString.Invariant(
                    $"     {way}: a right login in {beside:0} ms beside {size} connections with wrong ones, {alone:0} ms alone"
                )
            );
            await over.CancelAsync();
            await Task.WhenAll(flood);
        }

        return worst;

        async Task<double> MedianAsync()
        {
            var times = new double[Times];
            for (var i = 0; i < Times; i++)
                times[i] = (await login(users.Dequeue(), patience.Token)).TotalMilliseconds;
            Array.Sort(times);
            return times[Times / 2];
        }

        async Task GuessAsync(Func<string> name, CancellationToken token)
        {
            try
            {
                await guess(name, token);
            }
            catch (Exception e) when (e is OperationCanceledException or UaException or IOException or SocketException)
            {
                // It is over, or it was turned away for good.
            }
        }
    }

    private static Func<string> NamesOf(int flooder)
    {
        var tries = 0;
        return flooder % 4 == 0 ? () => Mes.Name
            : flooder % 4 == 1 ? () => $"stranger {flooder}"
            : () => $"stranger {flooder} {++tries}";
    }
}
