using System.Globalization;
using System.Net;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>
/// A node in a process of its own: it can be killed, frozen and cut off. Every 10 ms it writes what it works for, as a bit per PLC: <c>time view bits</c>,
/// with the machine's monotonic clock, which all processes share. With the store <c>none</c> it is no node and does nothing, to compare memory with.
/// </summary>
internal static class NodeProgram
{
    public const int Plcs = 60;

    public static async Task<int> Main(string[] arguments)
    {
        var (name, listen, store, ticks) = (arguments[0], IPEndPoint.Parse(arguments[1]), arguments[2], arguments[3]);
        if (store == "none")
            return await Console.In.ReadLineAsync(CancellationToken.None) is null ? 0 : 1;
        using var loggers = LoggerFactory.Create(static _ => { });
        loggers.AddProvider(new ErrorStreamLog());
        using var certificate = TestNode.NewCertificate();
        var options = new ClusterOptions
        {
            Name = "plant",
            Node = name,
            Listen = listen,
            Secret = "secret",
            Members = StoreOf(store),
            Certificate = () => certificate,
            Trusts = static _ => true,
        };
        await using var node = await ClusterNode.StartAsync(
            options,
            static (_, _, body, _) => new ValueTask<byte[]>(body.ToArray()),
            TimeProvider.System,
            loggers,
            CancellationToken.None
        );
        await using var output = new StreamWriter(ticks) { AutoFlush = true };
        using var stop = new CancellationTokenSource();
        var ticking = TickAsync(node, output, stop.Token);
        await Console.In.ReadLineAsync(CancellationToken.None);
        await node.DisposeAsync();
        await stop.CancelAsync();
        await ticking;
        return 0;
    }

    private static MembershipStore StoreOf(string text)
    {
        var kind = text[..text.IndexOf(':', StringComparison.Ordinal)];
        var connection = text[(kind.Length + 1)..];
        return kind switch
        {
            "redis" => new RedisStore(connection),
            "postgres" => new PostgresStore(connection),
            "witness" => new WitnessStore(IPEndPoint.Parse(connection), "secret"),
            _ => throw new ArgumentException($"Unknown store {kind}."),
        };
    }

    private static async Task TickAsync(ClusterNode node, StreamWriter output, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(10), TimeProvider.System);
        var self = "";
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                var view = node.View;
                self = view.Members.FirstOrDefault(static member => member.IsSelf)?.Node ?? self;
                var owned = 0UL;
                for (var plc = 0; plc < Plcs; plc++)
                    if (PlcOwnership.OwnerOf(view, $"PLC {plc}") == self)
                        owned |= 1UL << plc;
                if (node.IsFenced)
                    owned = 0;
                await output.WriteLineAsync(
                    string.Create(CultureInfo.InvariantCulture, $"{TimeProvider.System.GetTimestamp()} {view.Version} {owned:x}")
                );
            }
        }
        catch (OperationCanceledException) { }
    }

    private sealed class ErrorStreamLog : ILoggerProvider, ILogger
    {
        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        )
        {
            if (IsEnabled(logLevel))
                Console.Error.WriteLine(
                    $"{TimeProvider.System.GetUtcNow():HH:mm:ss.fff} {logLevel} {eventId.Id} {formatter(state, exception)} {exception}"
                );
        }

        public void Dispose() { }
    }
}
