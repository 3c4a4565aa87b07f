using System.Net;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Listening;
using S7OpcBridge.Simulator.Messages;
using S7OpcBridge.Simulator.Serving;
using S7OpcBridge.Simulator.Shapes;

namespace S7OpcBridge.Simulator;

/// <summary>
/// A PLC in software, reached over real sockets: it negotiates, reads and writes as a CPU of its family does, simulates signals, and causes faults on request.
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
    private readonly AlarmBits _alarmBits;
    private readonly ShapeTable _shapes;
    private readonly ShapeTicker _ticker;
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<Task> _running = [];
    private IPEndPoint? _endpoint;

    /// <summary>Makes a PLC that does not listen yet: fill its memory, then call <see cref="Start"/>.</summary>
    public SoftPlc(SoftPlcOptions options, TimeProvider time)
    {
        _options = options;
        _time = time;
        Memory = options.Memory ?? new PlcMemory();
        var links = new LinkList();
        Faults = new PlcFaults(links, time);
        Messages = new PlcMessages(() => time.GetUtcNow().DateTime + Cpu.ClockOffset);
        Cpu.ModeChanged = Messages.ModeChanged;
        _alarmBits = new AlarmBits(
            Messages,
            Memory,
            () => Cpu.IsRunning,
            options.Behavior.MessageSupport == PlcMessageSupport.All ? PlcAlarmKind.Alarm8 : PlcAlarmKind.AlarmSq
        );
        Faults.PowerIsBack = () => Messages.PowerIsBack(Cpu.IsRunning);
        var parts = new PlcParts(options.Name, options.Behavior, Memory, Cpu, Messages, Counters, time);
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

    /// <summary>Operating state, PUT/GET, protection, password, clock.</summary>
    public PlcCpu Cpu { get; } = new();

    /// <summary>Its alarms, diagnostics buffer and stations by classic S7.</summary>
    public PlcMessages Messages { get; }

    /// <summary>Its S7CommPlus side; null: it has none.</summary>
    public SoftPlus? Plus { get; }

    /// <summary>Controls faults.</summary>
    public PlcFaults Faults { get; }

    /// <summary>Its counters.</summary>
    public PlcCounters Counters { get; } = new();

    /// <summary>The local endpoint.</summary>
    /// <exception cref="SoftPlcException">It was not started.</exception>
    public IPEndPoint Endpoint => _endpoint ?? throw new SoftPlcException($"The soft PLC {Name} has not been started.");

    /// <summary>The TCP port on which it listens.</summary>
    /// <exception cref="SoftPlcException">It was not started.</exception>
    public int Port => Endpoint.Port;

    /// <summary>Extends the memory for a tag, sets its first value, and simulates it from now on; before or after the start.</summary>
    /// <exception cref="SoftPlcException">The signal cannot produce values of the tag's type, or the PLC has no such address.</exception>
    public void Add(in ShapedTag tag)
    {
        var period = tag.Period > TimeSpan.Zero ? tag.Period : _options.ShapePeriod;
        _shapes.Add(tag, period < ShortestPeriod ? ShortestPeriod : period, tag.Codec ?? _options.Codec, _ticker.Now, _ticker.Elapsed);
        if (tag.Type == new S7DataType(S7TypeKind.Bool) && S7AlarmNumber.TryParse(tag.Alarm, out var alarm))
            _alarmBits.Add(tag.Address, alarm);
    }

    /// <summary>Stops simulating a tag; its bytes stay as they are, and its alarm goes. Before or after the start.</summary>
    public void Remove(in ShapedTag tag)
    {
        _shapes.Remove(tag);
        if (tag.Alarm is not null)
            _alarmBits.Remove(tag.Address);
    }

    /// <summary>Starts listening and simulating. To be called once.</summary>
    /// <exception cref="SoftPlcException">The port is in use or not permitted, or the address is not one of this machine.</exception>
    public void Start()
    {
        if (_endpoint is not null)
            throw new SoftPlcException($"The soft PLC {Name} has been started already.");
        _endpoint = _port.Listen(_options.Address, _options.Port);
        var token = _stopping.Token;
        _running.Add(Task.Run(() => _port.RunAsync(token), token));
        _running.Add(Task.Run(() => _queue.RunAsync(token), token));
        _running.Add(Task.Run(() => _ticker.RunAsync(token), token));
        _running.Add(Task.Run(() => _alarmBits.RunAsync(_time, token), token));
        if (Plus?.Alarms is { HaveTriggers: true } alarms)
            _running.Add(Task.Run(() => alarms.RunAsync(token), token));
        if (_options.Script is { } script)
            _running.Add(script.PlayAsync(this, _time, token)); // What it says for the start holds from here on.
    }

    /// <summary>Closes all connections and releases the port.</summary>
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

    /// <summary>True: a script can raise an alarm of this name here.</summary>
    internal bool HasAlarm(string name) =>
        S7AlarmNumber.TryParse(name, out _) ? _options.Behavior.MessageSupport != PlcMessageSupport.None : Plus?.Alarms.Has(name) == true;

    /// <summary>Updates the due values at a given time, for tests.</summary>
    internal void Tick(in ShapeMoment moment, TimeSpan elapsed) => _shapes.Tick(moment, elapsed, Cpu.IsRunning);
}
