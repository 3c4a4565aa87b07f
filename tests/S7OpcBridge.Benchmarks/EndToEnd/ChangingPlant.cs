using System.Buffers.Binary;
using System.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Benchmarks;

/// <summary>A soft PLC whose tags, P/V0 and so on, change one by one, at no rhythm that the bridge could know, and the whole bridge behind it.</summary>
internal sealed class ChangingPlant : IAsyncDisposable
{
    public const int Tags = 1000;

    private readonly int _tags;
    private readonly SoftPlc _plc = new(new SoftPlcOptions(), TimeProvider.System);
    private readonly Acquisition _acquisition;
    private readonly BridgeServer _server;

    public ChangingPlant(TimeSpan scan, int tags = Tags)
    {
        _tags = tags;
        _plc.Memory.AddBlock(1, 4 * tags);
        _plc.Start();
        _acquisition = new Acquisition(MapOf(_plc.Port, scan, tags), TimeProvider.System, NullLoggerFactory.Instance);
        var options = new UaServerOptions { ApplicationUri = "urn:bench", Endpoint = "opc.tcp://localhost:0" };
        _server = new BridgeServer(_acquisition, options, "urn:bench:tags", NullLoggerFactory.Instance);
    }

    public int Port => _server.Port;

    public string Url => $"opc.tcp://localhost:{Port}";

    public static NodeId[] Nodes => [.. Enumerable.Range(0, Tags).Select(NodePattern.Parse(LoadedServer.Nodes).Variable)];

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await _server.StartAsync(cancellationToken);
        _acquisition.Start();
    }

    /// <summary>
    /// Changes a tag every few milliseconds (as often as the system wakes a timer), each in its turn, until there is no room for another time or it is told to
    /// stop.
    /// </summary>
    public async Task ChangeAsync(long[] changedAt, CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(1), TimeProvider.System);
        for (var change = 1; change < changedAt.Length && !cancellationToken.IsCancellationRequested; change++)
        {
            await timer.WaitForNextTickAsync(CancellationToken.None);
            Change(change % _tags, change, ref changedAt[change]);
        }
    }

    /// <summary>Changes a tag, and says when by <see cref="Stopwatch.GetTimestamp"/>.</summary>
    public void Change(int tag, int value, ref long at)
    {
        using var hold = _plc.Memory.Hold();
        // Before the bytes: whoever sees the value finds the time.
        Volatile.Write(ref at, Stopwatch.GetTimestamp());
        BinaryPrimitives.WriteInt32BigEndian(hold.Block(1)[(4 * tag)..], value);
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        await _acquisition.DisposeAsync();
        await _plc.DisposeAsync();
    }

    private static TagMap MapOf(int port, TimeSpan scan, int tags) =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "P",
                    Connection = new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
                },
            ],
            ScanGroups = [new ScanGroup(0, 0, "normal", scan)],
            Tags =
            [
                .. Enumerable
                    .Range(0, tags)
                    .Select(i => new Tag
                    {
                        Id = i,
                        Path = $"V{i}",
                        Plc = 0,
                        ScanGroup = 0,
                        Address = new S7Address(S7Area.DataBlock, 1, 4 * i),
                        Type = new S7DataType(S7TypeKind.DInt),
                    }),
            ],
        };
}
