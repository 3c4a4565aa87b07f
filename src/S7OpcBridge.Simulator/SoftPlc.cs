using System.Net;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Listening;
using S7OpcBridge.Simulator.Serving;
using S7OpcBridge.Simulator.Shapes;

namespace S7OpcBridge.Simulator;

/// <summary>
/// A PLC in software, reached over real sockets: it negotiates, reads and writes as a CPU of its family does, moves its values like a plant, and goes wrong on command.
/// <code>
/// await using var plc = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500 }, TimeProvider.System);
/// plc.Memory.AddBlock(10, 100);
/// plc.Start();   // plc.Port is the port to connect to
/// </code>
/// </summary>
public sealed class SoftPlc : IAsyncDisposable
{
    private static readonly TimeSpan ShortestPeriod = TimeSpan.FromMilliseconds(1);

    private readonly SoftPlcOptions _options;
    private readonly TimeProvider _time;
    private readonly PlcPort _port;
    private readonly CpuQueue _queue;
    private readonly ShapeTable _shapes;
    private readonly ShapeTicker _ticker;
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _running = [];
    private IPEndPoint? _endpoint;

    /// <summary>A PLC that does not listen yet: fill its memory, then <see cref="Start"/> it.</summary>
    public SoftPlc(SoftPlcOptions options, TimeProvider time)
    {
        _options = options;
        _time = time;
        Memory = options.Memory ?? new PlcMemory();
        var links = new LinkList();
        Faults = new PlcFaults(links, time);
        var parts = new PlcParts(options.Name, options.Behavior, Memory, Cpu, Counters, time);
        var server = new JobServer(parts);
        _queue = new CpuQueue(server, options.Speed, Faults, options.Behavior, time);
        Plus = options.Plus is { } plus ? new SoftPlus(options.Name, plus, Memory, time) : null;
        _port = new PlcPort(new PlcSharedParts(parts, server, _queue, Faults, links), Plus);
        _shapes = new ShapeTable(Memory);
        _ticker = new ShapeTicker(_shapes, Cpu, time);
    }

    /// <summary>Name in messages.</summary>
    public string Name => _options.Name;

    /// <summary>Its memory.</summary>
    public PlcMemory Memory { get; }

    /// <summary>RUN and STOP, PUT/GET, protection, password, clock.</summary>
    public PlcCpu Cpu { get; } = new();

    /// <summary>Its S7CommPlus side; null: it has none.</summary>
    public SoftPlus? Plus { get; }

    /// <summary>What goes wrong.</summary>
    public PlcFaults Faults { get; }

    /// <summary>What it has seen on the wire.</summary>
    public PlcCounters Counters { get; } = new();

    /// <summary>Where it listens.</summary>
    /// <exception cref="SoftPlcException">It has not been started.</exception>
    public IPEndPoint Endpoint => _endpoint ?? throw new SoftPlcException($"The soft PLC {Name} has not been started.");

    /// <summary>The TCP port on which it listens.</summary>
    /// <exception cref="SoftPlcException">It has not been started.</exception>
    public int Port => Endpoint.Port;

    /// <summary>Makes room for a tag in the memory, gives it a first value and moves it from now on; before or after the start.</summary>
    /// <exception cref="SoftPlcException">The shape does not give values of the tag's type, or the address lies outside what a PLC has.</exception>
    public void Add(in ShapedTag tag)
    {
        var period = tag.Period > TimeSpan.Zero ? tag.Period : _options.ShapePeriod;
        _shapes.Add(tag, period < ShortestPeriod ? ShortestPeriod : period, tag.Codec ?? _options.Codec, _ticker.Now, _ticker.Elapsed);
    }

    /// <summary>Moves a tag no more; its bytes stay as they are. Before or after the start.</summary>
    public void Remove(in ShapedTag tag) => _shapes.Remove(tag);

    /// <summary>Listens, and moves values from now on. Once.</summary>
    /// <exception cref="SoftPlcException">The port is taken, forbidden or not ours.</exception>
    public void Start()
    {
        if (_endpoint is not null)
            throw new SoftPlcException($"The soft PLC {Name} has been started already.");
        _endpoint = _port.Listen(_options.Address, _options.Port);
        var token = _stopping.Token;
        _running.Add(Task.Run(() => _port.RunAsync(token), token));
        _running.Add(Task.Run(() => _queue.RunAsync(token), token));
        _running.Add(Task.Run(() => _ticker.RunAsync(token), token));
        if (_options.Script is { } script)
            _running.Add(Task.Run(() => script.PlayAsync(this, _time, token), token));
    }

    /// <summary>Ends all connections and gives the port back.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_stopping.IsCancellationRequested)
            return;
        await _stopping.CancelAsync();
        foreach (var task in _running)
            await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _port.CloseAsync();
        _stopping.Dispose();
    }

    /// <summary>Moves what is due at a moment of a test's choice.</summary>
    internal void Tick(in ShapeMoment moment, TimeSpan elapsed) => _shapes.Tick(moment, elapsed, Cpu.IsRunning);
}
