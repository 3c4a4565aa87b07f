using System.Globalization;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Programs;

/// <summary>The nodes of a test, all that ever ran: what they worked for is compared at the end.</summary>
internal sealed class NodeGroup(string store) : IAsyncDisposable
{
    private const ulong All = (1UL << NodeProgram.Plcs) - 1;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("s7cluster");
    private readonly List<NodeProcess> _nodes = [];
    private readonly Dictionary<string, int> _ports = [];

    public string Log => string.Join('\n', _nodes.Select(static node => node.Log));

    public NodeProcess Start(string name, string? otherStore = null)
    {
        if (!_ports.TryGetValue(name, out var port))
            _ports[name] = port = FreePort.Next();
        return Add(NodeProcess.Start(name, string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}"), otherStore ?? store, _folder));
    }

    public NodeProcess Add(NodeProcess node)
    {
        _nodes.Add(node);
        return node;
    }

    /// <summary>Waits until these nodes share all PLCs, and each has some.</summary>
    public async Task UntilSharedAsync(CancellationToken cancellationToken, params NodeProcess[] nodes)
    {
        try
        {
            await Poll.UntilAsync(
                () => nodes.All(static n => n.Owned > 0) && nodes.Sum(static n => n.Owned) == NodeProgram.Plcs,
                cancellationToken
            );
        }
        catch (OperationCanceledException)
        {
            Assert.Fail(
                $"The nodes do not share the PLCs ({string.Join(", ", nodes.Select(static node => $"{node.Name}: {node.Owned}"))}).\n{Log}"
            );
        }
    }

    /// <summary>
    /// Each moment at which a node worked for a PLC between two moments at which another did that had not stopped meanwhile: it should be none. A node writes
    /// down that it does not work, too, so that one that stopped and began again is no such case.
    /// </summary>
    public IReadOnlyList<string> TwoOwners()
    {
        var found = new List<string>();
        var stretches = _nodes.SelectMany(static node => Stretches(node)).ToArray();
        foreach (var tick in _nodes.SelectMany(static node => node.Ticks()))
        {
            foreach (var (node, from, to, owned) in stretches)
                if (node != tick.Node && from < tick.Time && tick.Time < to && (owned & tick.Owned) != 0)
                    found.Add(
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"{tick.Node} at {tick.Time}: {owned & tick.Owned:x} of {node}'s ({from} to {to})"
                        )
                    );
        }
        return found;
    }

    /// <summary>The longest time without an owner, over all PLCs, from a moment on.</summary>
    public TimeSpan LongestGap(long from)
    {
        var longest = 0L;
        var last = new long[NodeProgram.Plcs];
        Array.Fill(last, from);
        foreach (
            var tick in _nodes.SelectMany(static node => node.Ticks()).Where(tick => tick.Time >= from).OrderBy(static tick => tick.Time)
        )
        {
            for (var plc = 0; plc < NodeProgram.Plcs; plc++)
            {
                if ((tick.Owned >> plc & 1) == 0)
                    continue;
                longest = Math.Max(longest, tick.Time - last[plc]);
                last[plc] = tick.Time;
            }
        }
        return TimeProvider.System.GetElapsedTime(0, longest);
    }

    // From one tick to the last in a row that had the same PLCs.
    private static List<(string Node, long From, long To, ulong Owned)> Stretches(NodeProcess node)
    {
        var stretches = new List<(string, long, long, ulong)>();
        Tick? first = null;
        Tick? last = null;
        foreach (var tick in node.Ticks())
        {
            if (first is { } begin && last is { } end && tick.Owned != begin.Owned)
            {
                stretches.Add((node.Name, begin.Time, end.Time, begin.Owned));
                first = null;
            }
            first ??= tick;
            last = tick;
        }
        if (first is { } open && last is { } close)
            stretches.Add((node.Name, open.Time, close.Time, open.Owned));
        return stretches;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
            await node.DisposeAsync();
        _folder.Delete(recursive: true);
    }
}
