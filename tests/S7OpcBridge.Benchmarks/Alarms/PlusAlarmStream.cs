using System.Diagnostics;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Benchmarks;

/// <summary>Two clients of S7CommPlus that subscribe to the alarms of a soft PLC over loopback, TLS and all; the texts have values in two languages.</summary>
internal static class PlusAlarmStream
{
    private const int Rate = 5000,
        Seconds = 10,
        Tick = 10,
        Alarms = 500,
        Clients = 2;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>Changes that a client did not get, of 5,000 a second for ten seconds.</summary>
    public static async Task<double?> LostAsync()
    {
        await using var plc = new SoftPlc(new SoftPlcOptions { Plus = Options() }, TimeProvider.System);
        plc.Start();
        using var giveUp = new CancellationTokenSource(TimeSpan.FromSeconds(Seconds) + Patience);
        var clients = new Task<int>[Clients];
        var ready = new TaskCompletionSource[Clients];
        for (var i = 0; i < Clients; i++)
        {
            var one = ready[i] = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            clients[i] = Task.Run(() => CountAsync(plc, one, giveUp.Token));
        }
        foreach (var one in ready)
            await one.Task.WaitAsync(giveUp.Token);

        var start = Stopwatch.GetTimestamp();
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(Tick));
        for (var sent = 0; sent < Rate * Seconds && await timer.WaitForNextTickAsync(giveUp.Token); )
        {
            for (var due = Math.Min(Rate * Seconds, (int)(Stopwatch.GetElapsedTime(start).TotalSeconds * Rate)); sent < due; sent++)
                plc.Plus!.Alarms.Set($"DB_Pack/{1 + sent % Alarms}", sent / Alarms % 2 == 0);
        }
        var got = await Task.WhenAll(clients);
        return Rate * Seconds - got.Min();
    }

    private static async Task<int> CountAsync(SoftPlc plc, TaskCompletionSource ready, CancellationToken cancellationToken)
    {
        var options = new S7PlusConnectionOptions
        {
            Host = "127.0.0.1",
            Port = plc.Port,
            CertificateCheck = S7PlusCertificateChecks.Pin(plc.Plus!.Thumbprint),
        };
        await using var connection = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        ready.TrySetResult();
        var got = 0;
        try
        {
            while (got < Rate * Seconds && !subscription.IsEnded)
                got += (await subscription.ReceiveAsync(cancellationToken)).Count;
        }
        catch (OperationCanceledException)
        {
            // What did not come is lost.
        }
        return got - (int)subscription.Unread;
    }

    private static SoftPlusOptions Options() =>
        new()
        {
            Blocks = [new SoftBlock("DB_Pack", 10, [new SoftSymbol("Count", "DInt"), new SoftSymbol("Name", "String[20]")])],
            Alarms =
            [
                .. Enumerable
                    .Range(1, Alarms)
                    .Select(number => new SoftAlarm(
                        "DB_Pack",
                        number,
                        [
                            new(1033, $"Motor {number} of @2%s@ stopped at @1%d@", "Check the belt."),
                            new(1031, $"Motor {number} von @2%s@ steht bei @1%d@", "Riemen prüfen."),
                        ]
                    )
                    {
                        Values = ["DB_Pack.Count", "DB_Pack.Name"],
                    }),
            ],
        };
}
